CREATE OR REPLACE FUNCTION reeve.search_whole(must tsquery, condition text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN must IS NULL THEN condition
  ELSE format('i.tsv @@ %L::tsquery AND %s', must, condition) END;

COMMENT ON FUNCTION reeve.search_whole(tsquery, text) IS
  'A tsquery that documents must match (NULL: any) and a condition over i as one condition.';
