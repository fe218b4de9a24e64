CREATE OR REPLACE FUNCTION reeve.outbox_take(job_id bigint, lease int, max_rows int)
RETURNS TABLE(outbox_id bigint, notice jsonb, idempotency_key text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET "TimeZone" = 'UTC'
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  present constant timestamptz := clock_timestamp();
  sends boolean := FALSE;
  first record;
  o reeve.outbox;
  text_of record;
  bodies text[];
  statements jsonb;
  due record;
  template text;
  locale text;
  subject text;
  body text;
BEGIN
  IF NOT reeve.job_is_live(outbox_take.job_id, outbox_take.lease) THEN
    RETURN;
  END IF;
  -- The caller sends them before it goes on: a limit that ended its transaction meanwhile would
  -- have them sent again and again.
  PERFORM set_config('idle_in_transaction_session_timeout', '0', TRUE);
  SELECT * INTO due FROM reeve.outbox_admit(present, max_rows);
  FOR first IN
    SELECT x.*, c.app, c.name || ':' || x.key AS recipient, t.channel
    FROM reeve.outbox x JOIN reeve.collection c USING (collection_id)
    LEFT JOIN reeve.notice_template t ON t.app = c.app AND t.name = x.template
    WHERE x.outbox_id = ANY (due.admitted)
    ORDER BY x.due_at, x.outbox_id
  LOOP
    outbox_id := NULL;
    bodies := '{}';
    statements := '[]';
    FOR o IN
      SELECT x.* FROM reeve.outbox x
      WHERE x.outbox_id = ANY (ARRAY(
          SELECT g.outbox_id FROM reeve.outbox_group(first.outbox_id, present) g))
        -- Not by an index of all that wait.
        AND x.state || '' = 'queued'
      ORDER BY x.outbox_id FOR UPDATE
    LOOP
      IF EXISTS (
        SELECT FROM reeve.outbox x
        WHERE x.outbox_id = o.corrects AND x.result IN ('bounced', 'failed'))
      THEN
        UPDATE reeve.outbox x SET state = 'withdrawn' WHERE x.outbox_id = o.outbox_id;
        CONTINUE;
      END IF;
      SELECT * INTO text_of FROM reeve.outbox_text(first.app, o);
      IF text_of.error IS NOT NULL THEN
        UPDATE reeve.outbox x SET state = 'failed', error = text_of.error
        WHERE x.outbox_id = o.outbox_id;
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
      IF text_of.statement IS NOT NULL THEN
        statements := statements || text_of.statement;
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
      'body', body, 'channel', first.channel, 'statements', statements);
    sends := TRUE;
    RETURN NEXT;
  END LOOP;
  -- Not by who goes on to send: its transaction may last, and others would wait for the job's key.
  IF NOT sends THEN
    PERFORM reeve.job_put_at('notify.deliver',
      CASE WHEN cardinality(due.admitted) < max_rows THEN due.wake_at ELSE present END);
  END IF;
  -- Else reeve.outbox_settle does.
  IF EXISTS (
    SELECT FROM reeve.outbox x
    WHERE x.xid = pg_current_xact_id() AND (x.state <> 'queued' OR x.due_at > present))
  THEN
    PERFORM reeve.notice_record();
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.outbox_take(bigint, int, int) IS
  'Due notices, rendered as receivers get them, and under which key each is sent. They are locked '
  'until the caller''s transaction ends, which may be idle as long as it takes; rows that another '
  'has locked are skipped. All notices of one act to one person by one channel are sent as one. '
  'What a cap or quiet hours keep waits: see reeve.outbox_admit. One with a missing template or '
  'placeholder is marked failed. Where nothing is sent, a job is there for when the next one is '
  'due. Returns none on a stale lease.';

GRANT EXECUTE ON FUNCTION reeve.outbox_take(bigint, int, int) TO reeve_worker;
