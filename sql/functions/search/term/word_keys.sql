CREATE OR REPLACE FUNCTION reeve.word_keys(word text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  latin text := reeve.word_latin(word);
BEGIN
  -- No language writes many words without a vowel.
  IF char_length(latin) NOT BETWEEN 3 AND 40 OR latin !~ '^[a-z]*[aeiouy][a-z]*$' THEN
    RETURN '{}';
  ELSIF latin <> word THEN
    RETURN ARRAY[reeve.word_key(latin, FALSE)];
  END IF;
  -- In Latin letters Greek has χ as ch, h or x, β as b, η as h and ω as w too.
  RETURN ARRAY[reeve.word_key(latin, FALSE), reeve.word_key(latin, TRUE)] || CASE
    WHEN latin ~ '[hbx]'
    THEN reeve.word_key(translate(replace(latin, 'ch', 'h'), 'bx', 'vh'), FALSE) END || CASE
    WHEN latin ~ '[hw]'
    THEN reeve.word_key(translate(replace(latin, 'th', 't'), 'hw', 'io'), FALSE) END;
END
$$;

COMMENT ON FUNCTION reeve.word_keys(text) IS
  'The keys (reeve.word_key) that a word of a query may have in another script: at most four, none '
  'for a word in a script that has none.';
