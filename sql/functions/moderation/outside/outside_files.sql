CREATE OR REPLACE FUNCTION reeve.outside_files(app text, collection text, key text, max_rows int)
RETURNS TABLE(
  act text, effect text, objects bigint, pending bigint, failed bigint, at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, outside_files.key);
  RETURN QUERY
    SELECT 'A' || o.action_id, o.sends, count(*),
      count(*) FILTER (WHERE o.state IN ('pending', 'sent')),
      count(*) FILTER (WHERE o.state = 'failed'),
      max(coalesce(o.ended_at, o.sent_at, o.asked_at))
    FROM reeve.outside o
    WHERE o.file IS NOT NULL AND o.state <> 'withdrawn' AND (
      o.collection_id = c.collection_id AND o.key = outside_files.key
      OR o.action_id IN (
        SELECT a.action_id FROM reeve.action a
        WHERE a.collection_id = c.collection_id AND a.key = outside_files.key))
    GROUP BY o.action_id, o.sends ORDER BY o.action_id DESC, o.sends LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.outside_files(text, text, text, int) IS
  'How many objects in buckets actions on a subject, or on what it depends on, withdraw, '
  'restore or remove, newest first: by action and effect, and how many of these wait or have '
  'failed. RV001, RV003.';

GRANT EXECUTE ON FUNCTION reeve.outside_files(text, text, text, int) TO reeve_viewer;
