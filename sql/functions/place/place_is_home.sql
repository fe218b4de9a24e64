CREATE OR REPLACE FUNCTION reeve.place_is_home() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM reeve.place p
    WHERE p.is_copy OR p.started_at <> pg_postmaster_start_time()
      OR p.database_id <> reeve.place_database());
END
$$;

COMMENT ON FUNCTION reeve.place_is_home() IS
  'Whether a worker showed its place since this server was started, or none ever ran here: without '
  'that nothing is claimed, fired, sent or run.';
