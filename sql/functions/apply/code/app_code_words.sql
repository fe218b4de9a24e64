CREATE OR REPLACE FUNCTION reeve.app_code_words(source text) RETURNS name[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- Quotes are not paired: a stray one in a string or a comment must not hide what follows. A word
  -- with a dollar sign counts whole and in parts, since the sign may also end a quotation.
  SELECT ARRAY(
    SELECT DISTINCT x.word::name
    FROM (SELECT left(source, 1000000)) s(text)
    CROSS JOIN LATERAL (
      SELECT w.word
      FROM regexp_split_to_table(s.text, E'[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-'
        '\\x7f]+') w(word)
      UNION ALL
      SELECT w.word
      FROM regexp_split_to_table(s.text,
        E'[\\x01-\\x23\\x25-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\x7f]+') w(word)
      WHERE position('$' IN w.word) > 0
      UNION ALL
      SELECT replace(q.word, chr(1), '"')
      FROM unnest(string_to_array(replace(s.text, '""', chr(1)), '"')) q(word)
      WHERE octet_length(q.word) < 64) t(word)
    CROSS JOIN LATERAL (
      SELECT t.word
      UNION ALL
      SELECT lower(t.word COLLATE "C")) x(word)
    WHERE x.word <> '')
$$;

COMMENT ON FUNCTION reeve.app_code_words(text) IS
  'Every word in the source of a function that could be a name: as written and in lower case, '
  'cut to the length of a name. Reads the first million characters.';
