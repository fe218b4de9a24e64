CREATE OR REPLACE FUNCTION reeve.search_dictionary(generation_id int, seen jsonb DEFAULT '{}')
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE seen WHEN '{}' THEN format('reeve_index.word_%s', generation_id)
    ELSE format('(SELECT o.word, coalesce((%1$L::jsonb ->> o.word)::bigint, o.df) AS df, o.stems
      FROM reeve_index.word_%2$s o WHERE (%1$L::jsonb ->> o.word) IS DISTINCT FROM ''0'')', seen,
      generation_id) END
$$;

COMMENT ON FUNCTION reeve.search_dictionary(int, jsonb) IS
  'A generation''s dictionary as a statement reads it: with other counts of some words (seen), '
  'without those of which that is 0.';
