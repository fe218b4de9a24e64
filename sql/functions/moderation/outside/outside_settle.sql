CREATE OR REPLACE FUNCTION reeve.outside_settle(
  job_id bigint, lease int, outside_ids bigint[], verdicts text[], errors text[], waits bigint[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  present constant timestamptz := clock_timestamp();
  files bytea[];
BEGIN
  IF NOT reeve.job_is_live(outside_settle.job_id, outside_settle.lease) THEN
    RETURN;
  END IF;
  files := ARRAY(
    SELECT o.file FROM reeve.outside o
    WHERE o.outside_id = ANY (outside_ids) AND o.sends = 'files.remove' AND o.is_erased);
  -- Not while an undo decides what has been sent.
  PERFORM FROM reeve.outside o WHERE o.outside_id = ANY (outside_ids) OR o.file = ANY (files)
  ORDER BY o.outside_id FOR UPDATE;
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
    AND o.lease = outside_settle.lease;
  -- Nothing comes after the removal of an object: what went before forgets it, too.
  UPDATE reeve.outside o SET file = int8send(o.outside_id)
  WHERE o.is_erased AND o.fields IS NULL AND o.file = ANY (files) AND o.state <> 'failed';
END
$$;

COMMENT ON FUNCTION reeve.outside_settle(bigint, int, bigint[], text[], text[], bigint[]) IS
  'Records what became of what this attempt took: confirmed; failed for good; or retry, not before '
  'so many seconds and with backoff, 100 times in all, about a day. What is overtaken meanwhile is '
  'not tried again; of the rest reeve.outside_take takes care. Does nothing on a stale lease. '
  'NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.outside_settle(bigint, int, bigint[], text[], text[], bigint[])
  TO reeve_worker;
