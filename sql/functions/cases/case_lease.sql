CREATE OR REPLACE FUNCTION reeve.case_lease() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT interval '10 minutes'
$$;

COMMENT ON FUNCTION reeve.case_lease() IS
  'How long a case stays with its claimant after the last verb on it.';
