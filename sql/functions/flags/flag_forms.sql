CREATE OR REPLACE FUNCTION reeve.flag_forms(word text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10 SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT word
  UNION
  SELECT left(word, n - 1) || substr(word, n + 1) FROM generate_series(1, char_length(word)) n
  WHERE char_length(word) >= 4
$$;

COMMENT ON FUNCTION reeve.flag_forms(text) IS
  'A word, and the words that remain without any one of its letters; a short word only itself.';
