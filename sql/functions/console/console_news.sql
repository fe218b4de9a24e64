CREATE OR REPLACE FUNCTION reeve.console_news(
  app text, last_report bigint, last_approval bigint, jobs bigint[],
  last_glass bigint DEFAULT NULL)
RETURNS TABLE(topic text, amount int, names text[], mark bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT 'reports', count(u.report_id)::int,
      (array_agg(u.subject ORDER BY u.report_id))[:1],
      coalesce((SELECT max(r.report_id) FROM reeve.report r), 0)
    FROM (
      SELECT r.report_id, concat_ws(' ', c.name || ':' || r.key, r.policy) AS subject
      FROM (
        SELECT n.* FROM reeve.report n
        WHERE n.report_id > last_report AND n.withdrawn_by IS NULL
          AND reeve.member_acts('moderator')
        ORDER BY n.report_id LIMIT 10000) r
      JOIN reeve.collection c USING (collection_id)
      LEFT JOIN reeve.policy p ON p.app = c.app AND p.name = r.policy
      WHERE c.is_live AND c.app = coalesce(console_news.app, c.app) AND p.severity IN (
        'critical', 'high')) u;
  RETURN QUERY
    SELECT 'approvals', count(a.approval_id)::int,
      (array_agg(concat_ws(' ', 'P' || a.approval_id, a.proposed_by) ORDER BY a.approval_id))[:3],
      coalesce((SELECT max(m.approval_id) FROM reeve.approval m), 0)
    FROM reeve.approval_waiting(app, last_approval) a WHERE last_approval IS NOT NULL;
  -- An open one is told to whoever comes, too.
  RETURN QUERY
    SELECT 'glass', count(u.glass_id)::int,
      (array_agg(concat_ws(' ', 'G' || u.glass_id, u.role_name, u.rank) ORDER BY u.glass_id))[:3],
      coalesce((SELECT max(g.glass_id) FROM reeve.glass g), 0)
    FROM (
      SELECT g.* FROM reeve.glass g
      WHERE g.glass_id > coalesce(last_glass, 0) AND g.role_name <> session_user
        AND g.reviewed_at IS NULL AND reeve.member_holds('senior')) u;
  RETURN QUERY
    SELECT 'job', 1, ARRAY[k.name, e.state], e.job_id
    FROM (
      SELECT d.job_id, d.day, 'discarded' FROM reeve.job_dead d WHERE d.job_id = ANY (jobs)
      UNION ALL
      SELECT o.job_id, o.day, o.outcome FROM reeve.job_end o
      WHERE o.job_id = ANY (jobs) AND o.outcome IN ('completed', 'cancelled')) e(job_id, day, state)
    JOIN reeve.job j ON j.job_id = e.job_id AND j.day = e.day
    JOIN reeve.job_kind k USING (kind_id);
  RETURN QUERY
    SELECT 'claimed', h.seconds, ARRAY['C' || h.case_id], h.case_id FROM reeve.case_held(app) h;
END
$$;

COMMENT ON FUNCTION reeve.console_news(text, bigint, bigint, bigint[], bigint) IS
  'Returns news for a console, of an app (NULL = any): urgent reports (of a critical or high '
  'policy) and proposals that the login could approve, above these numbers; which of these jobs '
  'have ended; for seniors, the ranks that others took in an emergency and nobody has reviewed, '
  'above a number; the cases that it has claimed, with the seconds left in amount. mark: the '
  'number to ask with next, or that of the job or case. Looks at 10,000 reports at most and may '
  'miss one that is committed late, which is still in the queue. NULL: names.';

GRANT EXECUTE ON FUNCTION reeve.console_news(text, bigint, bigint, bigint[], bigint)
  TO reeve_viewer;
