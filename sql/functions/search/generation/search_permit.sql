CREATE OR REPLACE FUNCTION reeve.search_permit(job_id bigint, lease int) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF job_id IS NOT NULL THEN
    RETURN reeve.job_permit(job_id, lease);
  END IF;
  IF NOT pg_has_role(session_user, 'reeve_owner', 'MEMBER') THEN
    RAISE EXCEPTION '% may not build an index', session_user USING ERRCODE = 'RV002',
      HINT = 'Members of reeve_owner may, and workers that have a job for it.';
  END IF;
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.search_permit(bigint, int) IS
  'Whether this is the job''s running attempt, RV002 if the asker no longer may; without a job, '
  'RV002 unless an installer asks.';
