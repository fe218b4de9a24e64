CREATE OR REPLACE FUNCTION reeve.search_weights() RETURNS real[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT array_agg(c.value::real ORDER BY c.name DESC)
  FROM reeve.search_constant c WHERE c.name LIKE E'weight\\__'
$$;

COMMENT ON FUNCTION reeve.search_weights() IS
  'Weights of fields as ts_rank takes them, of d first.';
