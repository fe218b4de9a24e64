CREATE OR REPLACE FUNCTION reeve.notice_list(
  only_app text, collection text, key text, wanted text, max_rows int)
RETURNS TABLE(
  notice bigint, app text, subject text, template text, about text, act text, state text,
  at timestamptz, attempts int, error text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF wanted NOT IN ('queued', 'undelivered') THEN
    RAISE EXCEPTION 'notices are queued or undelivered, not %', wanted USING ERRCODE = 'RV001';
  END IF;
  IF notice_list.collection IS NOT NULL THEN
    c := reeve.collection_resolve(only_app, notice_list.collection);
    key := reeve.subject_key(c, notice_list.key);
  END IF;
  RETURN QUERY
    SELECT o.outbox_id, l.app, l.name || ':' || o.key, o.template, o.about,
      coalesce(o.act, 'A' || o.action_id, 'C' || o.case_id), coalesce(o.result, o.state),
      coalesce(o.result_at, o.sent_at, o.due_at), o.attempts::int,
      -- What a mail server says often has the address in it.
      reeve.text_masked(o.error)
    FROM reeve.outbox o JOIN reeve.collection l USING (collection_id)
    WHERE (only_app IS NULL OR l.app = only_app)
      AND (c.collection_id IS NULL OR o.collection_id = c.collection_id
        AND o.key = notice_list.key)
      AND (wanted IS NULL OR CASE wanted WHEN 'queued' THEN o.state = 'queued'
        ELSE o.state = 'failed' OR o.result IN ('bounced', 'failed') END)
    ORDER BY o.outbox_id DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.notice_list(text, text, text, text, int) IS
  'Notices, newest first, of an app (NULL: any), to one person (collection and key; NULL: all), '
  'those that wait (wanted: queued), those that could not be sent or came back (undelivered), or '
  'all (NULL): to whom, by which template, about what, which act owes it (as A12), its state '
  '(queued, sent, delivered, bounced, failed, withdrawn), since when, or when it is due, and what '
  'the sender said, without addresses. RV001, RV003, RV004. NULL: act, error.';

GRANT EXECUTE ON FUNCTION reeve.notice_list(text, text, text, text, int) TO reeve_viewer;
