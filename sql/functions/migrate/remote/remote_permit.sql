CREATE OR REPLACE FUNCTION reeve.remote_permit(copy_id int, job_id bigint, lease int)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF job_id IS NULL THEN
    IF NOT pg_has_role(session_user, 'reeve_owner', 'MEMBER') THEN
      RAISE EXCEPTION '% may not copy tables', session_user USING ERRCODE = 'RV002',
        HINT = 'Members of reeve_owner may, and workers that have a job for it.';
    END IF;
    RETURN;
  END IF;
  IF NOT reeve.job_permit(job_id, lease) THEN
    RAISE EXCEPTION 'another attempt runs the job' USING ERRCODE = 'RV009';
  END IF;
  IF NOT EXISTS (
    SELECT FROM reeve.job_run r
    JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day
    JOIN reeve.job_kind k ON k.kind_id = j.kind_id
    JOIN reeve.live_copy c ON c.copy_id::text = j.args ->> 'copy'
    WHERE r.job_id = remote_permit.job_id AND r.lease = remote_permit.lease
      AND k.name IN ('migrate.copy', 'migrate.verify')
      AND c.copy_id = remote_permit.copy_id AND c.server IS NOT NULL
      AND c.phase IN ('copying', 'following'))
  THEN
    RAISE EXCEPTION 'job % is for no copy to another database that is copying or following', job_id
      USING ERRCODE = 'RV009';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.remote_permit(int, bigint, int) IS
  'Returns if the caller may read and advance a copy to another database: an installer, without a '
  'job, or a worker in the running attempt of a job of this copy, before its cutover. RV002 for '
  'others, and if the asker no longer may enqueue that kind; RV009 for a stale attempt, another '
  'job or phase.';
