CREATE OR REPLACE FUNCTION reeve.home_status() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN p.is_copy THEN 'copy'
    WHEN p.system_id <> c.system_identifier OR p.database_id <> reeve.home_database()
      OR p.started_at <> pg_postmaster_start_time()
        AND EXISTS (SELECT FROM reeve.host) THEN 'parked' END
  FROM reeve.home p CROSS JOIN pg_control_system() c
$$;

COMMENT ON FUNCTION reeve.home_status() IS
  'copy: somebody declared this database a copy; parked: it was restored elsewhere, or no worker '
  'has shown its host identity since the server was started; otherwise NULL.';
