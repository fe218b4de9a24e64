CREATE OR REPLACE FUNCTION reeve.job_match(verb text, filter jsonb, upto bigint)
RETURNS TABLE(job_id bigint, kind text, queue text, state text, asked_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT h.job_id, k.name, q.name, h.state, j.created_at
  FROM (
    SELECT r.job_id, r.day, r.queue_id, 'available' AS state FROM reeve.job_ready r
    UNION ALL
    SELECT t.job_id, t.day, t.queue_id,
      CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END
    FROM reeve.job_timer t
    UNION ALL SELECT w.job_id, w.day, w.queue_id, 'waiting' FROM reeve.job_wait w
    UNION ALL SELECT r.job_id, r.day, r.queue_id, 'running' FROM reeve.job_run r
    UNION ALL SELECT d.job_id, d.day, d.queue_id, 'discarded' FROM reeve.job_dead d) h
  JOIN reeve.job j ON j.job_id = h.job_id AND j.day = h.day
  JOIN reeve.job_kind k USING (kind_id)
  JOIN reeve.queue q ON q.queue_id = h.queue_id
  WHERE h.job_id < upto
    AND CASE verb WHEN 'cancel' THEN h.state <> 'discarded'
      ELSE h.state IN ('retryable', 'discarded') END
    AND h.state = coalesce(filter ->> 'state', h.state)
    AND k.name = coalesce(filter ->> 'kind', k.name)
    AND q.name = coalesce(filter ->> 'queue', q.name)
    AND (filter ->> 'app' IS NULL OR j.app = filter ->> 'app')
    AND (filter ->> 'before' IS NULL OR j.created_at < (filter ->> 'before')::timestamptz)
$$;

COMMENT ON FUNCTION reeve.job_match(text, jsonb, bigint) IS
  'Jobs below a number that can be cancelled or retried and match a filter in the form of '
  'reeve.job_filter.';
