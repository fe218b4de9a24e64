CREATE OR REPLACE FUNCTION reeve.hold_list(app text, max_rows int DEFAULT NULL)
RETURNS TABLE(
  action_id bigint, subject text, label text, actor text, since timestamptz, until timestamptz,
  reason text, waits timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT a.action_id, c.app || '/' || c.name || ':' || a.key, l.label, a.actor, a.performed_at,
      a.until, a.reason, (
        SELECT min(d.erase_at) FROM reeve.action d
        WHERE d.collection_id = a.collection_id AND d.key = a.key AND d.erase_at IS NOT NULL
          AND d.reversed_by IS NULL AND d.erased_by IS NULL)
    FROM reeve.mark m
    JOIN reeve.action a USING (action_id)
    JOIN reeve.collection c ON c.collection_id = a.collection_id
    LEFT JOIN reeve.label l ON l.collection_id = a.collection_id AND l.key = a.key
    WHERE m.kind = 'hold' AND m.until > clock_timestamp()
      AND c.app = coalesce(hold_list.app, c.app)
    ORDER BY a.action_id DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.hold_list(text, int) IS
  'Legal holds in force, newest first; waits: when the held row was due for erasure. NULL: '
  'label, until, reason, waits.';

GRANT EXECUTE ON FUNCTION reeve.hold_list(text, int) TO reeve_viewer;
