CREATE OR REPLACE FUNCTION reeve.place_standing() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN p.is_copy THEN 'copy'
    WHEN p.system_id <> c.system_identifier OR p.database_id <> reeve.place_database()
      OR p.started_at <> pg_postmaster_start_time()
        AND EXISTS (SELECT FROM reeve.place_host) THEN 'parked' END
  FROM reeve.place p CROSS JOIN pg_control_system() c
$$;

COMMENT ON FUNCTION reeve.place_standing() IS
  'copy: somebody said that this database is one; parked: it was restored elsewhere, or no worker '
  'showed its place file since the server was started; NULL where neither holds.';
