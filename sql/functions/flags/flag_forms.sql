CREATE OR REPLACE FUNCTION reeve.flag_forms(word text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT word WHERE char_length(word) < 4
  UNION ALL
  SELECT d FROM reeve.word_deletions(word) d WHERE char_length(word) >= 4
$$;

COMMENT ON FUNCTION reeve.flag_forms(text) IS
  'A word, and the words that remain without any one of its letters; a short word only itself.';
