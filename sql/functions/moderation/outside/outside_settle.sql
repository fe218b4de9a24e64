CREATE OR REPLACE FUNCTION reeve.outside_settle(
  job_id bigint, lease int, outside_ids bigint[], verdicts text[], errors text[], waits bigint[])
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  present constant timestamptz := clock_timestamp();
  soonest timestamptz;
  holder bigint;
  files bytea[];
BEGIN
  IF NOT reeve.job_is_live(outside_settle.job_id, outside_settle.lease) THEN
    RETURN NULL;
  END IF;
  files := ARRAY(
    SELECT o.file FROM reeve.outside o
    WHERE o.outside_id = ANY (outside_ids) AND o.sends = 'files.remove' AND o.is_erased);
  -- Not while an undo decides what has been sent.
  PERFORM FROM reeve.outside o WHERE o.outside_id = ANY (outside_ids) OR o.file = ANY (files)
  ORDER BY o.outside_id FOR UPDATE;
  WITH settled AS (
    UPDATE reeve.outside o SET attempts = least(o.attempts + 1, 32767), state = n.state,
      is_reached = o.is_reached OR u.verdict <> 'failed',
      ended_at = CASE WHEN n.state <> 'pending' THEN present END,
      due_at = CASE WHEN n.state = 'pending' THEN present + greatest(
          make_interval(secs => least(u.wait, 86400)::double precision),
          (0.1 + 0.9 * random()) * reeve.job_backoff(o.attempts + 1))
        ELSE o.due_at END,
      error = CASE WHEN NOT (o.is_erased AND n.is_over) THEN nullif(left(u.error, 1000), '') END,
      -- An undo needs them still, unless nothing can be undone.
      fields = CASE WHEN NOT (o.is_erased AND n.is_over) THEN o.fields END
    FROM unnest(outside_ids, verdicts, errors, waits) u(outside_id, verdict, error, wait)
    CROSS JOIN LATERAL (
      SELECT x, reeve.outside_is_overtaken(x) FROM reeve.outside x
      WHERE x.outside_id = u.outside_id) q(x, is_overtaken)
    CROSS JOIN LATERAL (
      SELECT CASE WHEN u.verdict = 'confirmed' THEN 'confirmed'
        WHEN u.verdict = 'retry' AND q.is_overtaken THEN 'withdrawn'
        WHEN u.verdict = 'retry' AND (q.x).attempts < 99 THEN 'pending' ELSE 'failed' END) v(state)
    CROSS JOIN LATERAL (
      -- An object that could not be removed has to be found again.
      SELECT v.state, v.state NOT IN ('pending', 'failed')
        OR v.state = 'failed' AND (q.x).sends <> 'files.remove') n(state, is_over)
    WHERE o.outside_id = u.outside_id AND o.state = 'sent' AND o.job_id = outside_settle.job_id
      AND o.lease = outside_settle.lease
    RETURNING o.state, o.due_at)
  SELECT min(s.due_at) INTO soonest FROM settled s WHERE s.state = 'pending';
  -- Nothing comes after the removal of an object: what went before forgets it, too.
  UPDATE reeve.outside o SET file = int8send(o.outside_id)
  WHERE o.is_erased AND o.fields IS NULL AND o.file = ANY (files) AND o.state <> 'failed';
  IF soonest IS NULL THEN
    RETURN NULL;
  END IF;
  -- One job comes back for all that are tried again.
  holder := (reeve.job_put(ARRAY[jsonb_build_object('kind', 'outside.deliver',
    'due_at', soonest, 'unique_key', 'outside.retry')], NULL))[1];
  RETURN CASE WHEN holder = outside_settle.job_id
    THEN ceil(extract(epoch FROM soonest - clock_timestamp()))::bigint END;
END
$$;

COMMENT ON FUNCTION reeve.outside_settle(bigint, int, bigint[], text[], text[], bigint[]) IS
  'Records what became of what this attempt took: confirmed; failed for good; or retry, not before '
  'so many seconds and with backoff, 100 times in all, about a day. What is overtaken meanwhile is '
  'not tried again. Returns in how many seconds this job is to come back, NULL if another does or '
  'nobody need. Does nothing on a stale lease. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.outside_settle(bigint, int, bigint[], text[], text[], bigint[])
  TO reeve_worker;
