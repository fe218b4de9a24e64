CREATE OR REPLACE FUNCTION reeve.desk_stats(
  only_app text, since timestamptz, till timestamptz)
RETURNS TABLE(
  moderator text, looks bigint, first_look interval, closed bigint, upheld bigint,
  dismissed bigint, late bigint, actions bigint, undone bigint, appeals bigint,
  overturned bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off SET work_mem = '64MB' SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  -- Of the team, seniors and auditors see all; everybody sees themselves.
  only_logins text[] := CASE WHEN NOT reeve.member_holds('auditor')
    THEN reeve.person_logins(session_user) END;
  start timestamptz := coalesce(since, statement_timestamp() - interval '30 days');
  among int[] := ARRAY(
    SELECT c.collection_id FROM reeve.collection c WHERE only_app IS NULL OR c.app = only_app);
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    WITH claim AS (
      SELECT DISTINCT ON (r.case_id) r.case_id, m.actor, m.at
      FROM reeve.command m JOIN reeve.case_reason r USING (command_id)
      WHERE m.at >= start AND m.at < till AND m.kind = 'case.claim' AND m.outcome = 'done'
        AND m.collection_id = ANY (among)
      ORDER BY r.case_id, m.command_id),
    figure AS (
      -- The first claim of a case that came in during this time.
      SELECT c.actor AS moderator, count(*) AS looks,
        make_interval(secs => percentile_cont(0.5) WITHIN GROUP (
          ORDER BY greatest(extract(epoch FROM c.at - k.opened_at), 0)::float8)) AS first_look,
        0::bigint AS closed, 0::bigint AS upheld, 0::bigint AS dismissed, 0::bigint AS late,
        0::bigint AS actions, 0::bigint AS undone, 0::bigint AS appeals, 0::bigint AS overturned
      FROM claim c JOIN reeve.case k USING (case_id)
      WHERE k.opened_at >= start
      GROUP BY c.actor
      UNION ALL
      SELECT k.closed_by, 0, NULL, count(*), count(*) FILTER (WHERE k.outcome = 'upheld'),
        count(*) FILTER (WHERE k.outcome = 'dismissed'),
        count(*) FILTER (WHERE k.closed_at > k.due_at + reeve.case_overdue()), 0, 0, 0, 0
      FROM reeve.case k
      WHERE k.closed_at >= start AND k.closed_at < till AND k.collection_id = ANY (among)
      GROUP BY k.closed_by
      UNION ALL
      SELECT coalesce(a.principal, a.actor), 0, NULL, 0, 0, 0, 0, count(*),
        count(*) FILTER (WHERE u.verb = 'undo'), count(l.action_id),
        count(*) FILTER (WHERE l.outcome IN ('overturned', 'partly'))
      FROM reeve.action a
      LEFT JOIN reeve.action u ON u.action_id = a.reversed_by
      LEFT JOIN reeve.appeal l ON l.action_id = a.action_id
      WHERE a.performed_at >= start AND a.performed_at < till AND a.reverses IS NULL
        AND a.policy IS NOT NULL AND a.collection_id = ANY (among)
      GROUP BY 1
      UNION ALL
      -- Overdue and still open: whoever has it, or nobody.
      SELECT CASE WHEN k.claimed_until > statement_timestamp() THEN k.claimed_by END, 0, NULL, 0,
        0, 0, count(*), 0, 0, 0, 0
      FROM reeve.case k
      WHERE k.closed_at IS NULL AND k.opened_at < till
        AND k.due_at < least(till, statement_timestamp()) - reeve.case_overdue()
        AND k.collection_id = ANY (among)
      GROUP BY 1)
    SELECT f.moderator, sum(f.looks)::bigint, max(f.first_look), sum(f.closed)::bigint,
      sum(f.upheld)::bigint, sum(f.dismissed)::bigint, sum(f.late)::bigint,
      sum(f.actions)::bigint, sum(f.undone)::bigint, sum(f.appeals)::bigint,
      sum(f.overturned)::bigint
    FROM figure f
    WHERE (f.moderator LIKE 'system:%') IS NOT TRUE
      AND (only_logins IS NULL OR f.moderator = ANY (only_logins))
    GROUP BY f.moderator
    ORDER BY f.moderator NULLS LAST;
END
$$;

COMMENT ON FUNCTION reeve.desk_stats(text, timestamptz, timestamptz) IS
  'What each login of the team did from one moment on (NULL: 30 days ago) and before another, in '
  'an app (NULL: all): '
  'looks, how many cases that came in during that time they claimed first, and the median of how '
  'long these had waited (first_look); the cases they closed, upheld and dismissed; late, those '
  'closed after their deadline (reeve.case_overdue), or overdue, open and in their hands; their '
  'actions that cite a policy, how many of them were undone, appealed against and overturned, '
  'wholly or partly. moderator NULL: overdue cases that nobody has. Needs viewer: auditors and '
  'seniors see all, others only themselves. NULL: moderator, first_look.';

GRANT EXECUTE ON FUNCTION reeve.desk_stats(text, timestamptz, timestamptz) TO reeve_viewer;
