CREATE OR REPLACE FUNCTION reeve.catalog_view_routine(manifest jsonb, spec jsonb)
RETURNS regprocedure
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT to_regprocedure(format('%I.%I(%s)', manifest ->> 'schema', spec ->> 'function', (
    SELECT string_agg('text', ', ')
    FROM generate_series(1, cardinality(reeve.catalog_columns(spec -> 'arguments'))
      + (spec ? 'collection')::int))))
$$;

COMMENT ON FUNCTION reeve.catalog_view_routine(jsonb, jsonb) IS
  'The function of a view of a manifest, whose parameters are texts: first the subject''s key, '
  'if it is about one, then the arguments; NULL if there is none.';
