CREATE OR REPLACE FUNCTION reeve.outbox_take(job_id bigint, lease int, max_rows int)
RETURNS TABLE(
  outbox_id bigint, app text, recipient text, template text, locale text, subject text, body text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET "TimeZone" = 'UTC'
AS $$
#variable_conflict use_column
DECLARE
  o record;
  text_of record;
  head record;
  main record;
BEGIN
  IF NOT reeve.job_is_live(outbox_take.job_id, outbox_take.lease) THEN
    RETURN;
  END IF;
  FOR o IN
    SELECT x.*, c.app, c.name || ':' || x.key AS recipient
    FROM reeve.outbox x JOIN reeve.collection c USING (collection_id)
    WHERE x.state = 'queued' AND x.due_at <= (SELECT clock_timestamp())
    ORDER BY x.due_at, x.outbox_id
    LIMIT max_rows FOR UPDATE OF x SKIP LOCKED
  LOOP
    -- The reader's language, else the language without its region, else English, else any.
    SELECT t.* INTO text_of FROM reeve.template t
    WHERE t.app = o.app AND t.name = o.template
    ORDER BY t.locale = o.locale DESC, t.locale = split_part(o.locale, '-', 1) DESC,
      t.locale = 'en' DESC, t.locale
    LIMIT 1;
    SELECT * INTO head FROM reeve.notice_render(text_of.subject, o.zone, o.arguments);
    SELECT * INTO main FROM reeve.notice_render(text_of.body, o.zone, o.arguments);
    IF text_of.name IS NULL OR coalesce(head.missing, main.missing) IS NOT NULL THEN
      UPDATE reeve.outbox x SET state = 'failed', error = CASE
        WHEN text_of.name IS NULL THEN format('there is no template %s', o.template)
        ELSE format('template %s needs {%s}', o.template, coalesce(head.missing, main.missing)) END
      WHERE x.outbox_id = o.outbox_id;
      CONTINUE;
    END IF;
    outbox_id := o.outbox_id;
    app := o.app;
    recipient := o.recipient;
    template := o.template;
    locale := text_of.locale;
    subject := head.rendered;
    body := main.rendered;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.outbox_take(bigint, int, int) IS
  'Due notices, rendered, locked until the caller''s transaction ends (rows locked by another are '
  'skipped); one with a missing template or placeholder is marked failed. None on a stale lease.';

GRANT EXECUTE ON FUNCTION reeve.outbox_take(bigint, int, int) TO reeve_worker;
