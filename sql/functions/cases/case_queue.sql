CREATE OR REPLACE FUNCTION reeve.case_queue(
  app text, collection text DEFAULT NULL, policy text DEFAULT NULL, mine boolean DEFAULT FALSE,
  max_rows int DEFAULT NULL)
RETURNS TABLE(
  case_id bigint, app_name text, collection_name text, key text, label text, policy_name text,
  severity text, report_count int, opened_at timestamptz, priority int, claimed_by text,
  claimed_until timestamptz, request text, deadline timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  present timestamptz := clock_timestamp();
  -- Rows of a detached app cannot be read.
  among int[] := ARRAY(
    SELECT c.collection_id FROM reeve.collection c
    WHERE c.is_live AND c.app = coalesce(case_queue.app, c.app)
      AND c.name = coalesce(case_queue.collection, c.name));
BEGIN
  PERFORM reeve.member_require('viewer');
  IF reeve.member_acts('moderator') THEN
    PERFORM reeve.case_intake(2000);
  END IF;
  RETURN QUERY
    WITH page AS MATERIALIZED (
      SELECT k.* FROM reeve.case k
      WHERE k.closed_at IS NULL AND k.collection_id = ANY (among)
        AND (case_queue.policy IS NULL OR k.policy = case_queue.policy)
        AND (NOT mine OR k.claimed_by = session_user AND k.claimed_until > present)
      ORDER BY k.due_at, k.case_id LIMIT max_rows),
    named AS MATERIALIZED (
      SELECT p.collection_id, f.key, f.label
      FROM (
        SELECT p.collection_id, array_agg(DISTINCT p.key) AS keys
        FROM page p GROUP BY p.collection_id) p
      CROSS JOIN LATERAL reeve.app_labels(p.collection_id, p.keys) f)
    SELECT p.case_id, c.app, c.name, p.key, n.label, p.policy, p.severity, p.report_count,
      p.opened_at, reeve.case_priority(p.due_at, present),
      CASE WHEN p.claimed_until > present THEN p.claimed_by END,
      CASE WHEN p.claimed_until > present THEN p.claimed_until END, p.request, p.deadline
    FROM page p
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN named n ON n.collection_id = p.collection_id AND n.key = p.key
    ORDER BY p.due_at, p.case_id;
END
$$;

COMMENT ON FUNCTION reeve.case_queue(text, text, text, boolean, int) IS
  'Open cases, most urgent first, with who works on them: of an app, a collection, a policy, '
  'only mine; NULL = any, and any number. For a moderator who may write it first puts waiting '
  'reports into cases; for a viewer, who could keep its locks, it writes nothing. request: what '
  'the person asks for by law, and deadline by when. NULL: label, policy_name, claimed_by, '
  'claimed_until, request, deadline.';

GRANT EXECUTE ON FUNCTION reeve.case_queue(text, text, text, boolean, int) TO reeve_viewer;
