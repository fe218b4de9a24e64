CREATE OR REPLACE FUNCTION reeve.home_is_here() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM reeve.home p
    WHERE p.is_copy OR p.started_at <> pg_postmaster_start_time()
      OR p.database_id <> reeve.home_database());
END
$$;

COMMENT ON FUNCTION reeve.home_is_here() IS
  'Whether a worker has shown its host identity since this server was started, or none ever ran '
  'here: otherwise no job is claimed, no schedule fires, no notice is sent.';
