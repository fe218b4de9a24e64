CREATE OR REPLACE FUNCTION reeve.flag_words(input text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(array_agg(w.word ORDER BY w.place), '{}')
  FROM (
    SELECT CASE WHEN translate(t.token, '0134578@$!|', '') = t.token THEN t.token
      WHEN t.token ~ '[a-z]' THEN translate(btrim(t.token, '!|'), '0134578@$!|', 'oieastbasii')
      ELSE translate(t.token, '@$!|', '') END AS word, t.place
    FROM unnest(string_to_array(
      regexp_replace(reeve.flag_fold(input), '[^[:alnum:]@$!|]+', ' ', 'g'), ' '))
      WITH ORDINALITY t(token, place)) w
  WHERE w.word <> '' AND char_length(w.word) <= 60
$$;

COMMENT ON FUNCTION reeve.flag_words(text) IS
  'The words of a text in order, folded; digits and symbols between letters as the letters that '
  'they resemble: r3pl1c@ is replica.';
