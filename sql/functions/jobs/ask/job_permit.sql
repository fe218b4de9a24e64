CREATE OR REPLACE FUNCTION reeve.job_permit(job_id bigint, lease int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  asked record;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN FALSE;
  END IF;
  SELECT j.principal, k.name, k.enqueuers INTO asked
  FROM reeve.job_run r
  JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day
  JOIN reeve.job_kind k USING (kind_id)
  WHERE r.job_id = job_permit.job_id;
  IF asked.principal IS NOT NULL AND NOT reeve.role_is_held(asked.enqueuers, asked.principal) THEN
    RAISE EXCEPTION 'asker % no longer holds %', asked.principal,
      array_to_string(asked.enqueuers, ', ')
      USING ERRCODE = 'RV002', DETAIL = format('Members of one of these may have %s done.',
        asked.name);
  END IF;
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.job_permit(bigint, int) IS
  'Whether this is the running attempt, as in reeve.job_is_live; RV002 if the asker may no '
  'longer enqueue that kind. A schedule always may.';
