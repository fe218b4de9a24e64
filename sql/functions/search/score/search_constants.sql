CREATE OR REPLACE FUNCTION reeve.search_constants() RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (SELECT jsonb_object_agg(c.name, c.value) FROM reeve.search_constant c);
END
$$;

COMMENT ON FUNCTION reeve.search_constants() IS
  'Numbers that search ranks by (search_constant), by name.';
