CREATE OR REPLACE FUNCTION reeve.job_stays(job text, job_id bigint) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('job %s (%s) has begun, and the catalog declares nothing that reverses it',
    job_id, job)
$$;

COMMENT ON FUNCTION reeve.job_stays(text, bigint) IS
  'Why the effect of a job that an action enqueued is not reversed by an undo.';
