CREATE OR REPLACE FUNCTION reeve.job_principal(job_id bigint) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT j.principal FROM reeve.job j WHERE j.job_id = job_principal.job_id
$$;

COMMENT ON FUNCTION reeve.job_principal(bigint) IS
  'Login that asked for the job; NULL when a schedule did.';
