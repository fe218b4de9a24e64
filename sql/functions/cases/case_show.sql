CREATE OR REPLACE FUNCTION reeve.case_show(case_id bigint)
RETURNS TABLE(
  case_number text, app text, collection text, key text, label text, state text, policy text,
  severity text, opened_at timestamptz, priority int, report_count int, muted int, reporters int,
  claimed_by text, claimed_until timestamptz, closed_by text, closed_at timestamptz,
  duplicate_of text, reason text, seconds_left int, request text, deadline timestamptz,
  request_words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  present timestamptz := clock_timestamp();
BEGIN
  PERFORM reeve.member_require('viewer');
  IF NOT current_setting('transaction_read_only')::boolean AND reeve.member_acts('moderator') THEN
    BEGIN
      PERFORM reeve.case_intake(2000);
      UPDATE reeve.case k SET claimed_until = present + reeve.case_lease()
      WHERE k.case_id = case_show.case_id AND k.claimed_by = session_user;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      NULL;
    END;
  END IF;
  RETURN QUERY
    SELECT 'C' || k.case_id, c.app, c.name, k.key, (
        SELECT f.label FROM reeve.app_labels(k.collection_id, ARRAY[k.key]) f
        WHERE c.is_live),
      coalesce(k.outcome, 'open'), k.policy, k.severity, k.opened_at,
      reeve.case_priority(k.due_at, present), k.report_count, p.muted, p.reporters,
      CASE WHEN k.claimed_until > present THEN k.claimed_by END,
      CASE WHEN k.claimed_until > present THEN k.claimed_until END, k.closed_by, k.closed_at,
      'C' || k.duplicate_of, (
        SELECT r.reason FROM reeve.case_reason r JOIN reeve.command m USING (command_id)
        WHERE r.case_id = k.case_id AND m.kind = 'case.close' AND m.outcome = 'done'
          AND k.closed_at IS NOT NULL
        ORDER BY r.command_id DESC LIMIT 1),
      CASE WHEN k.claimed_by = session_user AND k.claimed_until > present
        THEN extract(epoch FROM k.claimed_until - present)::int END,
      k.request, k.deadline, (
        SELECT w.words FROM reeve.request_text w WHERE w.case_id = k.case_id)
    FROM reeve.case k
    JOIN reeve.collection c USING (collection_id)
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE p.is_muted))::int, count(DISTINCT p.source)::int
      FROM reeve.report p
      WHERE p.case_id = ANY (k.case_id || ARRAY(
        SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = k.case_id))
    ) p(muted, reporters)
    WHERE k.case_id = case_show.case_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no case C%', case_id USING ERRCODE = 'RV004',
      HINT = '`queue` lists them.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.case_show(bigint) IS
  'A case. If the caller works on it, looking renews the lease, and seconds_left says how long '
  'it lasts. Of a request: what is asked for, by when it has to be answered, and in which words. '
  'RV004. NULL: label, policy, claimed_by, claimed_until, closed_by, closed_at, duplicate_of, '
  'reason, seconds_left, request, deadline, request_words.';

GRANT EXECUTE ON FUNCTION reeve.case_show(bigint) TO reeve_viewer;
