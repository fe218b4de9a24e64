CREATE OR REPLACE FUNCTION reeve.client_oldest() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT '0.2.0'
$$;

COMMENT ON FUNCTION reeve.client_oldest() IS
  'The oldest release of the programs that this schema serves. Raise it here to drop support for '
  'a release.';

GRANT EXECUTE ON FUNCTION reeve.client_oldest()
  TO reeve_viewer, reeve_auditor, reeve_worker, reeve_migrator;
