CREATE OR REPLACE FUNCTION reeve.job_location(job_ids bigint[])
RETURNS TABLE(job_id bigint, day date, state text, at timestamptz, queue_id int,
  priority smallint, attempt int, seq bigint, worker_id int, detail text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
SET enable_seqscan = on
AS $$
  WITH known(job_id, day, state, at, queue_id, priority, attempt, seq, worker_id, detail) AS (
    SELECT r.job_id, r.day, 'running', r.claimed_at, r.queue_id, r.priority, r.attempt::int,
      NULL::bigint, r.worker_id, NULL
    FROM unnest(job_ids) i(id) JOIN reeve.job_run r ON r.job_id = i.id
    UNION ALL
    SELECT r.job_id, r.day, 'available', NULL, r.queue_id, r.priority, r.attempt, r.seq, NULL, NULL
    FROM reeve.job j
    CROSS JOIN unnest('{1,0,-1}'::smallint[]) l(level)
    JOIN reeve.job_ready r
      ON r.queue_id = j.queue_id AND r.priority = l.level AND r.seq = j.job_id
    WHERE j.job_id = ANY (job_ids) AND r.job_id = j.job_id
    UNION ALL
    SELECT t.job_id, t.day, CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END,
      t.due_at, t.queue_id, t.priority, t.attempt, NULL, NULL, t.reason
    FROM unnest(job_ids) i(id) JOIN reeve.job_timer t ON t.job_id = i.id
    UNION ALL
    SELECT w.job_id, w.day, 'waiting', w.due_at, w.queue_id, w.priority, 0, NULL, NULL, NULL
    FROM unnest(job_ids) i(id) JOIN reeve.job_wait w ON w.job_id = i.id
    UNION ALL
    SELECT d.job_id, d.day, 'discarded', d.died_at, d.queue_id, d.priority, d.attempt, NULL, NULL,
      d.reason
    FROM unnest(job_ids) i(id) JOIN reeve.job_dead d ON d.job_id = i.id
    UNION ALL
    SELECT e.job_id, e.day, e.outcome, e.finished_at, NULL, NULL, e.attempt, NULL, e.worker_id,
      e.error
    FROM unnest(job_ids) i(id) JOIN reeve.job_end e ON e.job_id = i.id
    WHERE e.outcome IN ('completed', 'cancelled')
  ), late AS (
    SELECT j.job_id FROM reeve.job j WHERE j.job_id = ANY (job_ids)
    EXCEPT SELECT k.job_id FROM known k
  )
  SELECT * FROM known
  UNION ALL
  -- An index of ready jobs by number would cost every job, so a job that came back, whose seq is
  -- not its number, is searched for instead.
  (SELECT r.job_id, r.day, 'available', NULL, r.queue_id, r.priority, r.attempt, r.seq, NULL, NULL
   FROM reeve.job_ready r WHERE r.job_id IN (SELECT l.job_id FROM late l)
   LIMIT (SELECT count(*) FROM late))
$$;

COMMENT ON FUNCTION reeve.job_location(bigint[]) IS
  'State and location of jobs: at is when they started, ended or are due; detail is why they wait, '
  'are dead letters or were cancelled. Scans the ready jobs, once for all of these, if some came '
  'back.';
