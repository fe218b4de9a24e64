CREATE OR REPLACE FUNCTION reeve.remote_status(job_id bigint, lease int)
RETURNS TABLE(copy_id int, label text, phase text, source text, target text, copied bigint,
  total bigint, rows_per_second float8, applied bigint, backlog bigint, rejected bigint,
  verified_at timestamptz, verified_rows bigint, differing bigint, broken text,
  waits text, ranges int, mapping jsonb, job_done bigint, job_note text, checkpoint jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
BEGIN
  IF NOT reeve.job_permit(remote_status.job_id, remote_status.lease) THEN
    RAISE EXCEPTION 'another attempt runs the job' USING ERRCODE = 'RV009';
  END IF;
  RETURN QUERY
    SELECT s.*, c.mapping - 'relations', coalesce(p.done, 0), p.note, p.checkpoint
    FROM reeve.job_run r
    JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day
    JOIN reeve.job_kind k ON k.kind_id = j.kind_id
    JOIN reeve.live_copy c ON c.copy_id::text = j.args ->> 'copy'
    CROSS JOIN LATERAL reeve.migrate_status(c.app, c.name) s
    LEFT JOIN reeve.job_progress p ON p.job_id = r.job_id
    WHERE r.job_id = remote_status.job_id AND r.lease = remote_status.lease
      AND k.name IN ('migrate.copy', 'migrate.verify')
      AND c.server IS NOT NULL AND c.phase IN ('copying', 'following')
      AND s.copy_id = c.copy_id;
END
$$;

COMMENT ON FUNCTION reeve.remote_status(bigint, int) IS
  'Returns the copy to another database that a running attempt is for, as reeve.migrate_status '
  'has it, with its mapping and the progress of the job; no row where the job is for another '
  'copy, or for one that is cut over or over. RV002 if the asker no longer may enqueue it; RV009 '
  'for a stale attempt. NULL: rows_per_second, verified_at, verified_rows, differing, broken, '
  'waits, job_note, checkpoint.';

GRANT EXECUTE ON FUNCTION reeve.remote_status(bigint, int) TO reeve_worker;
