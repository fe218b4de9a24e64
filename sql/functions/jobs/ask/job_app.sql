CREATE OR REPLACE FUNCTION reeve.job_app(job_id bigint) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT j.app FROM reeve.job j WHERE j.job_id = job_app.job_id
$$;

COMMENT ON FUNCTION reeve.job_app(bigint) IS 'App that the job is for; NULL = every app.';
