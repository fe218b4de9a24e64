CREATE OR REPLACE FUNCTION reeve.console_waiting(app text)
RETURNS TABLE(topic text, amount int, names text[], seconds bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  present timestamptz := statement_timestamp();
  most constant int := 1000;
  among int[];
  acts boolean;
  manages boolean;
BEGIN
  PERFORM reeve.member_require('viewer');
  acts := reeve.member_acts('moderator');
  manages := reeve.member_acts('senior');
  among := ARRAY(
    SELECT c.collection_id FROM reeve.collection c
    WHERE c.is_live AND c.app = coalesce(console_waiting.app, c.app));
  RETURN QUERY
    SELECT 'claimed', count(*)::int, array_agg('C' || h.case_id), min(h.seconds)::bigint
    FROM reeve.case_held(app) h WHERE acts HAVING count(*) > 0;
  RETURN QUERY
    WITH page AS MATERIALIZED (
      SELECT k.case_id, k.severity, k.due_at, k.opened_at FROM reeve.case k
      WHERE acts AND k.closed_at IS NULL AND coalesce(k.claimed_until, '-infinity') <= present
        AND k.collection_id = ANY (among)
      ORDER BY k.due_at, k.case_id LIMIT most)
    SELECT t.topic, count(*)::int,
      ('{}'::text[] || array_agg('C' || p.case_id ORDER BY p.due_at, p.case_id))[:3],
      extract(epoch FROM present - min(p.opened_at))::bigint
    FROM (VALUES (1, 'overdue'), (2, 'urgent'), (3, 'queue')) t(place, topic)
    JOIN page p ON CASE t.topic
      WHEN 'overdue' THEN p.due_at < present - reeve.case_overdue()
      WHEN 'urgent' THEN p.severity IN ('critical', 'high')
      ELSE TRUE END
    GROUP BY t.place, t.topic ORDER BY t.place;
  RETURN QUERY
    SELECT 'reports', count(*)::int, '{}'::text[],
      extract(epoch FROM present - min(p.at))::bigint
    FROM (
      SELECT r.at FROM reeve.report r
      WHERE acts AND r.report_id > reeve.report_front() AND r.case_id IS NULL
        AND r.withdrawn_by IS NULL AND r.collection_id = ANY (among)
      ORDER BY r.report_id LIMIT most) p
    HAVING count(*) > 0;
  RETURN QUERY
    SELECT 'approvals', count(*)::int, (array_agg('P' || a.approval_id ORDER BY a.lapses_at))[:3],
      extract(epoch FROM min(a.lapses_at) - present)::bigint
    FROM reeve.approval_waiting(app) a HAVING count(*) > 0;
  -- The first prompt of a session waits for this: queries that can find nothing are not planned.
  IF acts AND EXISTS (SELECT FROM reeve.appeal l WHERE l.decided_at IS NULL) THEN
    RETURN QUERY
      SELECT 'appeals', count(*)::int, (array_agg('A' || l.action_id ORDER BY l.opened_at))[:3],
        extract(epoch FROM present - min(l.opened_at))::bigint
      FROM reeve.appeal_waiting(app) l HAVING count(*) > 0;
  END IF;
  IF acts AND EXISTS (
    SELECT FROM reeve.rule r
    JOIN reeve.action a ON a.collection_id = r.collection_id AND a.verb = r.verb
    WHERE r.kind = 'list' AND r.is_live AND a.reversed_by IS NULL) THEN
    RETURN QUERY
      SELECT 'left', count(*)::int, (array_agg(l.collection || ':' || l.key ORDER BY l.due))[:3],
        extract(epoch FROM min(l.due) - present)::bigint
      FROM reeve.left_rows(NULL, app, TRUE, most) l
      HAVING count(*) > 0;
  END IF;
  RETURN QUERY
    SELECT 'unrestored', count(*)::int, (array_agg('A' || p.action_id ORDER BY p.since))[:3],
      extract(epoch FROM present - min(p.since))::bigint
    FROM (
      SELECT u.action_id, u.since FROM reeve.unrestored u
      WHERE acts AND u.collection_id = ANY (among)
      ORDER BY u.since LIMIT most) p
    HAVING count(*) > 0;
  RETURN QUERY
    SELECT 'jobs', count(*)::int, (array_agg(j.job_id::text ORDER BY j.died_at DESC))[:3],
      extract(epoch FROM present - max(j.died_at))::bigint
    FROM (
      SELECT d.job_id, d.died_at FROM reeve.job_dead d
      WHERE manages AND d.died_at > present - interval '1 day'
      ORDER BY d.died_at DESC LIMIT most) j
    HAVING count(*) > 0;
  RETURN QUERY
    SELECT 'notices', count(*)::int, '{}'::text[],
      extract(epoch FROM present - min(o.due_at))::bigint
    FROM (
      SELECT b.due_at FROM reeve.outbox b
      WHERE manages AND b.state = 'queued' AND b.due_at < present - interval '1 hour'
        AND b.collection_id = ANY (among)
      ORDER BY b.due_at LIMIT most) o
    HAVING count(*) > 0;
END
$$;

COMMENT ON FUNCTION reeve.console_waiting(text) IS
  'Returns the items that wait for the login, of an app (NULL = any), one row per topic that has '
  'any: claimed (cases of its own), overdue, urgent and queue (open cases that nobody works on; '
  'reeve.case_overdue), reports in no case yet, approvals and appeals that it may decide, left '
  '(rows that actions left to decide), unrestored (rows that an ending or undo could not restore), '
  'jobs discarded within a day, notices due for over an hour. Each amount stops at 1000. names: '
  'the first three. seconds: until the first lease, proposal or row to decide ends, else since the '
  'first came in, or the last job died. Needs viewer; shows what the rank may act on.';

GRANT EXECUTE ON FUNCTION reeve.console_waiting(text) TO reeve_viewer;
