CREATE OR REPLACE FUNCTION reeve.appeal_waiting(app text) RETURNS SETOF reeve.appeal
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT l.*
  FROM (
    SELECT o.* FROM reeve.appeal o
    JOIN reeve.action a USING (action_id)
    JOIN reeve.collection c ON c.collection_id = a.collection_id
    WHERE o.decided_at IS NULL AND (appeal_waiting.app IS NULL OR c.app = appeal_waiting.app)
    ORDER BY o.opened_at LIMIT 50) l
  WHERE reeve.member_acts('moderator') AND reeve.appeal_barred(
    l.action_id, session_user::text COLLATE "default") IS NULL
  ORDER BY l.opened_at
$$;

COMMENT ON FUNCTION reeve.appeal_waiting(text) IS
  'Appeals that the login may decide, of an app (NULL = any), oldest first, from the 50 that '
  'have waited longest.';
