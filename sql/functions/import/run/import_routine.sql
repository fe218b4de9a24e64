CREATE OR REPLACE FUNCTION reeve.import_routine(mapping jsonb) RETURNS regprocedure
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(
    to_regprocedure(format('%I.%I(jsonb)', a.schema_name, coalesce(mapping ->> 'after', ''))),
    to_regprocedure(format('%I.%I()', a.schema_name, coalesce(mapping ->> 'after', ''))))
  FROM reeve.app a WHERE a.app = mapping ->> 'app' AND mapping ? 'after'
$$;

COMMENT ON FUNCTION reeve.import_routine(jsonb) IS
  'The function that a mapping names as after: with a parameter for its constants, else without '
  'parameters; NULL if there is neither.';
