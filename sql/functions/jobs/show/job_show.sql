CREATE OR REPLACE FUNCTION reeve.job_show(job_id bigint)
RETURNS TABLE(job bigint, kind text, queue text, state text, at timestamptz, worker text,
  attempt int, max_attempts int, priority smallint, done bigint, total bigint, note text,
  progress_at timestamptz, deadline_at timestamptz, cancel_at timestamptz, error text, app text,
  subject text, args jsonb, asked_by text, asked_at timestamptz, unique_key text, after bigint[],
  waits_for_it bigint[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT j.job_id, k.name, q.name, p.state, p.at, w.host || ' ' || w.pid, p.attempt,
      j.max_attempts::int, p.priority, g.done, g.total, g.note, g.at, r.deadline_at, r.cancel_at,
      f.error, j.app, coalesce(c.name || coalesce(':' || j.subject_key, ''),
        j.args ->> 'collection'), j.args, j.principal, j.created_at, u.key,
      (SELECT array_agg(a.needed_id ORDER BY a.needed_id) FROM reeve.job_after a
       WHERE a.job_id = j.job_id),
      (SELECT array_agg(a.job_id ORDER BY a.job_id) FROM reeve.job_after a
       WHERE a.needed_id = j.job_id)
    FROM reeve.job_location(ARRAY[job_show.job_id]) p
    JOIN reeve.job j ON j.job_id = p.job_id AND j.day = p.day
    JOIN reeve.job_kind k USING (kind_id)
    JOIN reeve.queue q ON q.queue_id = j.queue_id
    LEFT JOIN reeve.collection c ON c.collection_id = j.collection_id
    LEFT JOIN reeve.worker w ON w.worker_id = p.worker_id
    LEFT JOIN reeve.job_run r ON r.job_id = j.job_id
    LEFT JOIN reeve.job_progress g ON g.job_id = j.job_id
    LEFT JOIN reeve.job_key u ON u.job_id = j.job_id
    LEFT JOIN LATERAL (
      SELECT e.error FROM reeve.job_end e
      WHERE e.job_id = j.job_id AND e.day = j.day AND e.error IS NOT NULL
      ORDER BY e.lease DESC LIMIT 1) f ON TRUE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no job %', job_id USING ERRCODE = 'RV004',
      HINT = '`jobs` lists them; jobs that ended long ago are deleted.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.job_show(bigint) IS
  'One job: its kind, location and progress, and the error of the last attempt that had one. RV004 '
  'if there is none. NULL: at, worker, priority, done, total, note, progress_at, deadline_at, '
  'cancel_at, error, app, subject, args, asked_by, unique_key, after, waits_for_it.';

GRANT EXECUTE ON FUNCTION reeve.job_show(bigint) TO reeve_viewer;
