CREATE OR REPLACE FUNCTION reeve.migrate_table(mapping jsonb, side text) RETURNS regclass
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT to_regclass(format('%I.%I', mapping #>> ARRAY[side, 'schema'],
    mapping #>> ARRAY[side, 'table']))
$$;

COMMENT ON FUNCTION reeve.migrate_table(jsonb, text) IS
  'The relation that a mapping names as its side source or target. NULL: result.';
