CREATE OR REPLACE FUNCTION reeve.job_retry(job_ids bigint[])
RETURNS TABLE(job_id bigint, state text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  bells int[];
  ids bigint[];
  states text[];
BEGIN
  PERFORM FROM reeve.job_dead d WHERE d.job_id = ANY (job_ids) ORDER BY d.job_id FOR UPDATE;
  -- A dead letter takes its key again; one whose key another job has got stays dead.
  INSERT INTO reeve.job_key(key, job_id)
  SELECT d.key, d.job_id FROM reeve.job_dead d WHERE d.job_id = ANY (job_ids) AND d.key IS NOT NULL
  ORDER BY d.key COLLATE "C", d.job_id
  ON CONFLICT (key) DO NOTHING;
  WITH timed AS (
    DELETE FROM reeve.job_timer t WHERE t.job_id = ANY (job_ids) AND t.reason = 'retryable'
    RETURNING t.*
  ), dead AS (
    DELETE FROM reeve.job_dead d
    WHERE d.job_id = ANY (job_ids) AND (d.key IS NULL
      OR EXISTS (SELECT FROM reeve.job_key k WHERE k.job_id = d.job_id))
    RETURNING d.*
  ), again(job_id, day, queue_id, priority, lease, attempt, losses, state) AS (
    SELECT t.job_id, t.day, t.queue_id, t.priority, t.lease, t.attempt, t.losses, 'retryable'
    FROM timed t
    UNION ALL
    SELECT d.job_id, d.day, d.queue_id, d.priority, d.lease, 0, 0, 'discarded' FROM dead d
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT a.queue_id, a.priority, a.job_id, a.day, a.lease, a.attempt, a.losses
    FROM again a ORDER BY a.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT a.queue_id, s.state, sum(s.n)
    FROM again a CROSS JOIN LATERAL (VALUES (a.state, -1), ('available', 1)) s(state, n)
    GROUP BY 1, 2
  )
  SELECT array_agg(DISTINCT a.queue_id), array_agg(a.job_id), array_agg(a.state)
  INTO bells, ids, states FROM again a;
  PERFORM reeve.job_notify(bells);
  RETURN QUERY SELECT * FROM unnest(ids, states);
END
$$;

COMMENT ON FUNCTION reeve.job_retry(bigint[]) IS
  'Makes jobs ready that wait for another attempt, and dead letters, which get all their '
  'attempts again; the record of earlier attempts stays. A dead letter takes its unique_key '
  'again, or stays dead if a live job has it; jobs that waited for it were cancelled. Returns '
  'the state that each was in; a job that is missing was in another.';
