CREATE OR REPLACE FUNCTION reeve.search_marks(search jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(nullif(array_agg(f.name ORDER BY f.name) FILTER (WHERE f.name < 'd'), '{}'),
    '{d}')
  FROM unnest(ARRAY['a', 'b', 'c']) f(name) WHERE jsonb_array_length(search -> f.name) > 0
$$;

COMMENT ON FUNCTION reeve.search_marks(jsonb) IS
  'The fields of a declaration whose words the index marks by class, the best first: all except '
  'd, unless there is no other.';
