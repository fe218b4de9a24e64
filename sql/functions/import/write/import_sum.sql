CREATE OR REPLACE FUNCTION reeve.import_sum(counts jsonb, more jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(jsonb_object_agg(s.key, s.n), '{}')
  FROM (
    SELECT e.key, sum(e.value::bigint) AS n
    FROM (SELECT * FROM jsonb_each(counts) UNION ALL SELECT * FROM jsonb_each(more)) e
    GROUP BY e.key) s
$$;

COMMENT ON FUNCTION reeve.import_sum(jsonb, jsonb) IS
  'The counts of two objects, added up by name. NULL counts as none.';
