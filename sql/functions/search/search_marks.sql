CREATE OR REPLACE FUNCTION reeve.search_marks(search jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(array_agg(f.name ORDER BY f.name) FILTER (WHERE f.name < 'c'),
    array_agg(f.name) FILTER (WHERE f.name = 'c'), '{d}')
  FROM unnest(ARRAY['a', 'b', 'c']) f(name) WHERE jsonb_array_length(search -> f.name) > 0
$$;

COMMENT ON FUNCTION reeve.search_marks(jsonb) IS
  'The fields of a declaration whose words the index marks by class, the best first: a and b, or '
  'where there is neither the best there is. A word of a lower field reaches the class of a mark '
  'only by its third occurrence, and marking all of them takes most of the time of a build.';
