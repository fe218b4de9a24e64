CREATE OR REPLACE FUNCTION reeve.worker_sweep() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  dead_ids int[];
  swept int;
  late int := reeve.job_time_out();
  bells int[];
  lost bigint[];
  unwanted bigint[];
BEGIN
  WITH silent AS (
    SELECT w.worker_id FROM reeve.worker w
    WHERE NOT w.is_clear AND (w.ended_by = 'sweep'
      OR w.ended_at IS NULL AND w.beat_at < (SELECT clock_timestamp()) - interval '12 s')
    ORDER BY w.worker_id FOR UPDATE SKIP LOCKED
  ), ended AS (
    UPDATE reeve.worker w
    SET ended_at = coalesce(w.ended_at, clock_timestamp()), ended_by = 'sweep'
    FROM silent s WHERE w.worker_id = s.worker_id RETURNING w.worker_id
  )
  SELECT array_agg(e.worker_id) INTO dead_ids FROM ended e;
  IF dead_ids IS NULL THEN
    RETURN late;
  END IF;
  WITH gone AS (
    DELETE FROM reeve.job_run r
    WHERE r.job_id = ANY (ARRAY(
      SELECT c.job_id FROM reeve.job_run c WHERE c.worker_id = ANY (dead_ids)
      ORDER BY c.job_id FOR UPDATE SKIP LOCKED))
    RETURNING r.*
  ), ending AS (
    SELECT g.*, b.got_on, CASE WHEN b.got_on THEN NULL
        WHEN g.losses >= 2 THEN 'losses' WHEN g.attempt >= b.max_attempts THEN 'attempts' END
        AS dead_of
    FROM gone g
    CROSS JOIN LATERAL (
      -- Steps that were committed are not done again, so whoever goes on is nearer to the end.
      SELECT j.max_attempts, k.step_function IS NOT NULL AND EXISTS (
        SELECT FROM reeve.job_progress p
        WHERE p.job_id = g.job_id AND p.lease = g.lease AND p.done > 0) AS got_on
      FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
      WHERE j.job_id = g.job_id AND j.day = g.day LIMIT 1) b
  ), again AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT e.queue_id, e.priority, e.job_id, e.day, e.lease, e.attempt - e.got_on::int,
      CASE WHEN e.got_on THEN 0 ELSE e.losses + 1 END
    FROM ending e WHERE e.dead_of IS NULL ORDER BY e.job_id
  ), dead AS (
    INSERT INTO reeve.job_dead AS d(job_id, day, queue_id, priority, lease, attempt, reason, key)
    SELECT e.job_id, e.day, e.queue_id, e.priority, e.lease, e.attempt, e.dead_of,
      (SELECT k.key FROM reeve.job_key k WHERE k.job_id = e.job_id)
    FROM ending e WHERE e.dead_of IS NOT NULL
    RETURNING d.job_id
  ), freed AS (
    DELETE FROM reeve.job_key k USING dead d WHERE k.job_id = d.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT e.queue_id, s.state, sum(s.n)
    FROM ending e
    CROSS JOIN LATERAL (VALUES ('running', -1), (
      CASE WHEN e.dead_of IS NULL THEN 'available' ELSE 'discarded' END, 1)) s(state, n)
    GROUP BY 1, 2
  ), ended AS (
    INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, worker_id, claimed_at, error)
    SELECT e.job_id, e.lease, e.day, e.attempt, 'lost', e.worker_id, e.claimed_at,
      format('worker %s was silent for over 12 s', e.worker_id)
    FROM ending e
  )
  SELECT count(*), array_agg(DISTINCT e.queue_id) FILTER (WHERE e.dead_of IS NULL),
    array_agg(e.job_id) FILTER (WHERE e.dead_of IS NOT NULL),
    array_agg(e.job_id) FILTER (WHERE e.dead_of IS NULL AND e.cancel_at IS NOT NULL)
  INTO swept, bells, lost, unwanted FROM ending e;
  -- Somebody cancelled it before it was handed back.
  IF unwanted IS NOT NULL THEN
    PERFORM reeve.job_cancel(unwanted, 'cancelled while it ran');
  END IF;
  PERFORM reeve.job_notify(bells);
  IF lost IS NOT NULL THEN
    PERFORM reeve.job_cancel_dependents(lost);
  END IF;
  -- A row locked by its own attempt (job_is_live) was skipped; its worker is swept again later.
  UPDATE reeve.worker w SET is_clear = TRUE
  WHERE w.worker_id = ANY (dead_ids)
    AND NOT EXISTS (SELECT FROM reeve.job_run r WHERE r.worker_id = w.worker_id);
  RETURN swept + late;
END
$$;

COMMENT ON FUNCTION reeve.worker_sweep() IS
  'Ends workers silent for 12 s and makes their jobs ready again; a job lost for the third time '
  'in a row, or in its last attempt, becomes a dead letter. A loss after committed steps does not '
  'count. Ends attempts of live workers that '
  'are past their time. Returns how many attempts were lost or late.';

GRANT EXECUTE ON FUNCTION reeve.worker_sweep() TO reeve_worker;
