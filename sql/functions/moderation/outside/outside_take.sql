CREATE OR REPLACE FUNCTION reeve.outside_take(
  job_id bigint, lease int, names text[], seconds int[], max_rows int)
RETURNS TABLE(outside_id bigint, app text, name text, idempotency_key text, body jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s' SET "TimeZone" = 'UTC'
AS $$
DECLARE
  present constant timestamptz := clock_timestamp();
  due record;
  dropped bigint[];
BEGIN
  IF NOT reeve.job_is_live(outside_take.job_id, outside_take.lease) THEN
    RETURN;
  END IF;
  INSERT INTO reeve.outside_binding AS b(name, seen_at)
  SELECT DISTINCT left(n, 200), present FROM unnest(names) n ORDER BY 1
  ON CONFLICT ON CONSTRAINT outside_binding_pkey DO UPDATE SET seen_at = present
  WHERE b.seen_at < present - interval '1 min';
  -- Whoever sent these died; the contrary follows once their attempts are over in any case.
  UPDATE reeve.outside o SET state = 'withdrawn', ended_at = present, is_reached = TRUE,
    fields = CASE WHEN NOT o.is_erased THEN o.fields END
  WHERE o.outside_id IN (
    SELECT d.outside_id FROM reeve.outside d
    WHERE d.state = 'sent' AND d.expires_at <= present AND d.sent_at < present
      AND reeve.outside_is_overtaken(d)
      AND NOT EXISTS (
        SELECT FROM reeve.job_run r WHERE r.job_id = d.job_id AND r.lease = d.lease)
    ORDER BY d.outside_id FOR UPDATE SKIP LOCKED);
  LOOP
    SELECT array_agg(d.outside_id) AS ids, array_agg(d.name) AS names,
      array_agg(d.seconds) AS seconds
    INTO due
    FROM (
      SELECT o.outside_id, u.name, u.seconds
      FROM reeve.outside o
      JOIN reeve.collection c USING (collection_id)
      CROSS JOIN LATERAL (
        -- An entry for the app alone goes before one for all.
        SELECT b.name, b.seconds FROM unnest(outside_take.names, outside_take.seconds)
          b(name, seconds)
        WHERE b.name IN (c.app || '/' || o.sends, o.sends)
        ORDER BY b.name = o.sends LIMIT 1) u
      WHERE (o.state = 'pending' AND o.due_at <= present
          -- One that was taken after this call began is not seen with its attempt.
          OR o.state = 'sent' AND o.sent_at < present AND NOT EXISTS (
            SELECT FROM reeve.job_run r WHERE r.job_id = o.job_id AND r.lease = o.lease))
        AND NOT reeve.outside_is_overtaken(o)
        -- One after another for one subject and effect, and for one object in a bucket.
        AND NOT EXISTS (
          SELECT FROM reeve.outside e
          WHERE e.collection_id = o.collection_id AND e.key = o.key AND e.effect = o.effect
            AND o.file IS NULL
            AND e.outside_id < o.outside_id AND e.state IN ('pending', 'sent'))
        AND NOT EXISTS (
          SELECT FROM reeve.outside e
          WHERE e.file = o.file AND e.outside_id < o.outside_id AND e.state IN ('pending', 'sent'))
      ORDER BY o.due_at, o.outside_id LIMIT max_rows
      FOR UPDATE OF o SKIP LOCKED) d(outside_id, name, seconds);
    dropped := ARRAY(SELECT r FROM reeve.file_recheck(due.ids) r);
    EXIT WHEN due.ids IS NULL OR NOT due.ids <@ dropped;
  END LOOP;
  IF due.ids IS NULL OR cardinality(due.ids) < max_rows THEN
    PERFORM reeve.job_put_at('outside.deliver', (
      SELECT min(o.due_at) FROM reeve.outside o WHERE o.state = 'pending' AND o.due_at > present));
  END IF;
  RETURN QUERY
    UPDATE reeve.outside o SET state = 'sent', sent_at = present, job_id = outside_take.job_id,
      lease = outside_take.lease, is_reached = o.is_reached OR o.state = 'sent',
      expires_at = greatest(o.expires_at, present + make_interval(secs => d.seconds))
    FROM unnest(due.ids, due.names, due.seconds) d(outside_id, name, seconds),
      reeve.collection c
    WHERE o.outside_id = d.outside_id AND o.outside_id <> ALL (dropped)
      AND c.collection_id = o.collection_id
    RETURNING o.outside_id, c.app, d.name, 'O' || concat_ws('-', o.outside_id,
        nullif(o.sendings, 1)),
      jsonb_build_object('outside_id', o.outside_id, 'app', c.app, 'effect', o.sends,
        'subject', c.name || ':' || o.key, 'action', 'A' || o.action_id,
        'fields', o.fields);
END
$$;

COMMENT ON FUNCTION reeve.outside_take(bigint, int, text[], int[], int) IS
  'Takes what is due to be sent outside the database, and what a worker took that has died, of '
  'those effects for which the caller''s manifest has an entry (names; as APP/EFFECT or EFFECT), '
  'and how many seconds an attempt takes at most: what to send under which key. They are on '
  'record as sent once the caller commits, before anybody sends them. For one subject and effect '
  'none is taken before the one before has ended. What takes away an object in a bucket that a '
  'row names again meanwhile is not. A job is there for when the next one is due. Returns none on '
  'a stale lease.';

GRANT EXECUTE ON FUNCTION reeve.outside_take(bigint, int, text[], int[], int) TO reeve_worker;
