CREATE OR REPLACE FUNCTION reeve.word_deletions(word text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT word
  UNION
  SELECT left(word, n - 1) || substr(word, n + 1) FROM generate_series(1, char_length(word)) n
$$;

COMMENT ON FUNCTION reeve.word_deletions(text) IS
  'A word, and the words that remain without any one of its letters.';
