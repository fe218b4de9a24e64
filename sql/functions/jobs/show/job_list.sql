CREATE OR REPLACE FUNCTION reeve.job_list(wanted text DEFAULT NULL, max int DEFAULT 50)
RETURNS TABLE(job_id bigint, kind text, queue text, state text, attempt int,
  scheduled_at timestamptz, subject text, error text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  IF job_list.wanted NOT IN ('available', 'scheduled', 'waiting', 'running', 'retryable',
    'completed', 'cancelled', 'discarded', 'lost') THEN
    RAISE EXCEPTION 'no job state %', quote_literal(job_list.wanted) USING ERRCODE = 'RV001',
      HINT = 'One of available scheduled waiting running retryable completed cancelled discarded '
        'lost.';
  END IF;
  RETURN QUERY
    WITH place(job_id, day, state, attempt, at) AS (
      (SELECT r.job_id, r.day, 'available', r.attempt, NULL::timestamptz FROM reeve.job_ready r
       WHERE coalesce(job_list.wanted, 'available') = 'available'
       ORDER BY r.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT t.job_id, t.day, CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END,
        t.attempt, t.due_at
       FROM reeve.job_timer t
       WHERE job_list.wanted IS NULL OR job_list.wanted = 'retryable' AND t.reason = 'retryable'
         OR job_list.wanted = 'scheduled' AND t.reason <> 'retryable'
       ORDER BY t.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT w.job_id, w.day, 'waiting', 0, w.due_at FROM reeve.job_wait w
       WHERE coalesce(job_list.wanted, 'waiting') = 'waiting'
       ORDER BY w.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT r.job_id, r.day, 'running', r.attempt, r.claimed_at FROM reeve.job_run r
       WHERE coalesce(job_list.wanted, 'running') = 'running'
       ORDER BY r.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT d.job_id, d.day, 'discarded', d.attempt, d.died_at FROM reeve.job_dead d
       WHERE coalesce(job_list.wanted, 'discarded') = 'discarded'
       ORDER BY d.job_id DESC LIMIT job_list.max)
      UNION ALL
      (SELECT e.job_id, e.day, e.outcome, e.attempt, e.finished_at FROM reeve.job_end e
       WHERE e.outcome = job_list.wanted AND e.outcome IN ('completed', 'cancelled', 'lost')
         OR job_list.wanted IS NULL AND e.outcome IN ('completed', 'cancelled')
       ORDER BY e.job_id DESC LIMIT job_list.max)
    ), newest AS (
      SELECT * FROM place p ORDER BY p.job_id DESC, p.at DESC LIMIT job_list.max
    )
    SELECT n.job_id, k.name, q.name, n.state, n.attempt::int, coalesce(n.at, j.created_at),
      coalesce(c.name || coalesce(':' || j.subject_key, ''), j.args ->> 'collection'), f.error
    FROM newest n
    JOIN reeve.job j ON j.job_id = n.job_id AND j.day = n.day
    JOIN reeve.job_kind k ON k.kind_id = j.kind_id
    JOIN reeve.queue q ON q.queue_id = j.queue_id
    LEFT JOIN reeve.collection c ON c.collection_id = j.collection_id
    LEFT JOIN LATERAL (
      SELECT e.error FROM reeve.job_end e
      WHERE e.job_id = n.job_id AND e.day = n.day AND e.error IS NOT NULL
      ORDER BY e.lease DESC LIMIT 1) f ON TRUE
    ORDER BY n.job_id DESC, n.at DESC;
END
$$;

COMMENT ON FUNCTION reeve.job_list(text, int) IS
  'Jobs in a state (NULL: any), newest first, with the error of the last attempt that had one. '
  'scheduled_at is when it is due, was claimed or ended. '
  'NULL: subject, error.';

GRANT EXECUTE ON FUNCTION reeve.job_list(text, int) TO reeve_viewer;
