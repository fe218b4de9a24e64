CREATE OR REPLACE FUNCTION reeve.home_database() RETURNS oid
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT d.oid FROM pg_database d WHERE d.datname = current_database()
$$;

COMMENT ON FUNCTION reeve.home_database() IS 'The number of this database in its cluster.';
