CREATE OR REPLACE FUNCTION reeve.outbox_settle(
  job_id bigint, lease int, outbox_ids bigint[], verdicts text[], errors text[], waits bigint[])
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  soonest bigint;
  ended bigint[];
BEGIN
  WITH settled AS (
    UPDATE reeve.outbox o SET
      attempts = o.attempts + 1,
      state = CASE WHEN u.verdict = 'sent' THEN 'sent'
        WHEN u.verdict = 'retry' AND o.attempts < 99 THEN 'queued' ELSE 'failed' END,
      sent_at = CASE WHEN u.verdict = 'sent' THEN clock_timestamp() END,
      error = nullif(left(u.error, 1000), ''),
      due_at = CASE WHEN u.verdict = 'retry' THEN clock_timestamp() + greatest(
          make_interval(secs => least(u.wait, 86400)::double precision),
          (0.1 + 0.9 * random()) * reeve.job_backoff(o.attempts + 1))
        ELSE o.due_at END,
      held = NULL
    FROM unnest(outbox_ids, verdicts, errors, waits) u(outbox_id, verdict, error, wait)
    -- One by one: a join might read all that wait, of which there may be a million.
    CROSS JOIN LATERAL (
      SELECT u.outbox_id
      UNION
      SELECT x.outbox_id FROM reeve.outbox x WHERE x.sent_with = u.outbox_id OFFSET 0) m
    WHERE o.outbox_id = m.outbox_id AND o.state || '' = 'queued'
      AND reeve.job_is_live(outbox_settle.job_id, outbox_settle.lease)
    RETURNING o.outbox_id, o.state, o.due_at)
  SELECT ceil(extract(epoch FROM min(s.due_at) FILTER (WHERE s.state = 'queued')
      - clock_timestamp()))::bigint,
    array_agg(s.outbox_id) FILTER (WHERE s.state <> 'queued')
  INTO soonest, ended
  FROM settled s;
  -- They count from now on: none was sent later than this. Slot by slot, as above.
  UPDATE reeve.notice_slot s SET free_at = greatest(s.free_at, clock_timestamp() + p.within)
  FROM reeve.outbox o
  JOIN reeve.collection c USING (collection_id)
  LEFT JOIN reeve.notice_template t ON t.app = c.app AND t.name = o.template
  JOIN reeve.notice_cap p ON p.app = c.app AND (p.channel IS NULL OR p.channel = t.channel)
    AND (p.template IS NULL OR p.template = o.template)
  CROSS JOIN LATERAL (
    SELECT x.ctid FROM reeve.notice_slot x
    WHERE x.cap_id = p.cap_id AND x.outbox_id = o.outbox_id
      AND x.collection_id = CASE WHEN p.is_per_recipient THEN o.collection_id ELSE 0 END
      AND x.key = CASE WHEN p.is_per_recipient THEN o.key ELSE '' END OFFSET 0) x(place)
  WHERE o.outbox_id = ANY (outbox_ids) AND s.ctid = x.place;
  PERFORM reeve.inbox_call(ended);
  PERFORM reeve.notice_record();
  RETURN soonest;
END
$$;

COMMENT ON FUNCTION reeve.outbox_settle(bigint, int, bigint[], text[], text[], bigint[]) IS
  'Records the outcome of notices that this transaction took, and of those sent with them: sent; '
  'failed for good; or retry, not before so many seconds and with backoff, 100 times in all, about '
  'a day. A job passes those that no longer wait to the app. Returns in how many seconds the first '
  'of the others is due, NULL for none. Does nothing on a stale lease. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.outbox_settle(bigint, int, bigint[], text[], text[], bigint[])
  TO reeve_worker;
