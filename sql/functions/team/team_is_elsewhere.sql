CREATE OR REPLACE FUNCTION reeve.team_is_elsewhere() RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM pg_shdepend s
    JOIN pg_database d ON d.oid = s.dbid
    WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = 'reeve_owner'::regrole
      AND d.datname <> current_database())
$$;

COMMENT ON FUNCTION reeve.team_is_elsewhere() IS
  'Whether another database of the cluster has Reeve too.';
