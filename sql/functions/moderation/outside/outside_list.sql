CREATE OR REPLACE FUNCTION reeve.outside_list(
  only_app text, collection text, key text, wanted text, max_rows int)
RETURNS TABLE(
  outside bigint, app text, subject text, effect text, act text, state text, at timestamptz,
  attempts int, note text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF wanted NOT IN ('pending', 'failed') THEN
    RAISE EXCEPTION 'effects outside are pending or failed, not %', wanted
      USING ERRCODE = 'RV001';
  END IF;
  IF outside_list.collection IS NOT NULL THEN
    c := reeve.collection_resolve(only_app, outside_list.collection);
    key := reeve.subject_key(c, outside_list.key);
  END IF;
  RETURN QUERY
    SELECT o.outside_id, l.app, l.name || ':' || o.key, o.sends, 'A' || o.action_id, o.state,
      coalesce(o.ended_at, o.sent_at, o.asked_at), o.attempts::int,
      coalesce(reeve.outside_error(o), CASE WHEN o.state = 'pending' AND NOT EXISTS (
        SELECT FROM reeve.outside_binding b
        WHERE b.name IN (o.sends, l.app || '/' || o.sends)
          AND b.seen_at > statement_timestamp() - interval '10 min')
        THEN 'no worker says where it is sent' END)
    FROM reeve.outside o JOIN reeve.collection l USING (collection_id)
    WHERE (only_app IS NULL OR l.app = only_app)
      AND (c.collection_id IS NULL OR o.collection_id = c.collection_id
        AND o.key = outside_list.key)
      AND CASE wanted WHEN 'pending' THEN o.state IN ('pending', 'sent')
        WHEN 'failed' THEN o.state = 'failed' ELSE TRUE END
    ORDER BY o.outside_id DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.outside_list(text, text, text, text, int) IS
  'What actions did outside the database, newest first, of an app (NULL: any), for one subject '
  '(collection and key; NULL: all), what waits (wanted: pending), what failed (failed), or all '
  '(NULL): what is sent, for which act (as A12), its state (pending, sent, confirmed, failed, '
  'withdrawn), since when, and what the receiver said of the last try, without addresses and what '
  'was sent to it. RV001, RV003, RV004. NULL: note.';

GRANT EXECUTE ON FUNCTION reeve.outside_list(text, text, text, text, int) TO reeve_viewer;
