CREATE OR REPLACE FUNCTION reeve.outbox_take(job_id bigint, lease int, max_rows int)
RETURNS TABLE(outbox_id bigint, notice jsonb, idempotency_key text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET "TimeZone" = 'UTC'
AS $$
#variable_conflict use_column
DECLARE
  present constant timestamptz := clock_timestamp();
  first record;
  o reeve.outbox;
  text_of record;
  bodies text[];
  has_failed boolean := FALSE;
  template text;
  locale text;
  subject text;
  body text;
BEGIN
  IF NOT reeve.job_is_live(outbox_take.job_id, outbox_take.lease) THEN
    RETURN;
  END IF;
  FOR first IN
    -- Only the first notice of one act to one person: the others go with it.
    SELECT x.*, c.app, c.name || ':' || x.key AS recipient
    FROM reeve.outbox x JOIN reeve.collection c USING (collection_id)
    WHERE x.state = 'queued' AND x.due_at <= present AND NOT EXISTS (
      SELECT FROM reeve.outbox e
      WHERE e.act = x.act AND e.collection_id = x.collection_id AND e.key = x.key
        AND e.state = 'queued' AND e.due_at <= present AND e.outbox_id < x.outbox_id)
    ORDER BY x.due_at, x.outbox_id
    LIMIT max_rows FOR UPDATE OF x SKIP LOCKED
  LOOP
    outbox_id := NULL;
    bodies := '{}';
    FOR o IN
      SELECT x.* FROM reeve.outbox x
      WHERE x.state = 'queued' AND (x.outbox_id = first.outbox_id
        OR x.act = first.act AND x.collection_id = first.collection_id AND x.key = first.key
          AND x.due_at <= present)
      ORDER BY x.outbox_id FOR UPDATE
    LOOP
      SELECT * INTO text_of FROM reeve.outbox_text(first.app, o);
      IF text_of.error IS NOT NULL THEN
        UPDATE reeve.outbox x SET state = 'failed', error = text_of.error
        WHERE x.outbox_id = o.outbox_id;
        has_failed := TRUE;
        CONTINUE;
      END IF;
      UPDATE reeve.outbox x SET sent_with = outbox_take.outbox_id
      WHERE x.outbox_id = o.outbox_id AND x.sent_with IS DISTINCT FROM outbox_take.outbox_id;
      IF outbox_id IS NULL THEN
        outbox_id := o.outbox_id;
        idempotency_key := concat_ws('-', o.outbox_id, nullif(o.sendings, 1));
        body := text_of.body;
        template := o.template;
        locale := text_of.locale;
        subject := text_of.subject;
      END IF;
      IF rtrim(text_of.body, E'\n') <> ALL (bodies) THEN
        bodies := bodies || rtrim(text_of.body, E'\n');
      END IF;
    END LOOP;
    CONTINUE WHEN outbox_id IS NULL;
    IF cardinality(bodies) > 1 THEN
      subject := format('%s (+%s)', subject, cardinality(bodies) - 1);
      body := array_to_string(bodies, E'\n\n') || E'\n';
    END IF;
    notice := jsonb_build_object('outbox_id', outbox_id, 'app', first.app,
      'recipient', first.recipient, 'template', template, 'locale', locale, 'subject', subject,
      'body', body);
    RETURN NEXT;
  END LOOP;
  -- Else reeve.outbox_settle does.
  IF has_failed THEN
    PERFORM reeve.notice_record();
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.outbox_take(bigint, int, int) IS
  'Due notices, rendered as receivers get them, locked until the caller''s transaction ends '
  '(rows locked by another are skipped), and under which key each is sent. All notices of one '
  'act to one person are sent as one. One with a missing template or placeholder is marked '
  'failed. Returns none on a stale lease.';

GRANT EXECUTE ON FUNCTION reeve.outbox_take(bigint, int, int) TO reeve_worker;
