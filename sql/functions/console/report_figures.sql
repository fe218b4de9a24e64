CREATE OR REPLACE FUNCTION reeve.report_figures(only_app text, days int)
RETURNS TABLE(section text, series text, label text, day date, amount double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  since date := current_date - least(greatest(days, 1), 366) + 1;
  among int[];
  counted reeve.collection;
BEGIN
  PERFORM reeve.member_require('auditor');
  IF only_app IS NOT NULL AND NOT EXISTS (SELECT FROM reeve.app p WHERE p.app = only_app) THEN
    RAISE EXCEPTION 'there is no app %', only_app USING ERRCODE = 'RV003';
  END IF;
  among := ARRAY(
    SELECT c.collection_id FROM reeve.collection c WHERE c.app = coalesce(only_app, c.app));
  RETURN QUERY
    SELECT 'moderation', f.series, NULL::text, f.day, count(*)::float8
    FROM (
      SELECT 'reports' AS series, r.at::date AS day FROM reeve.report r
      WHERE r.at >= since AND r.collection_id = ANY (among)
      UNION ALL
      SELECT 'cases closed', k.closed_at::date FROM reeve.case k
      WHERE k.closed_at >= since AND k.collection_id = ANY (among)
      UNION ALL
      SELECT CASE WHEN a.reverses IS NULL THEN 'actions' ELSE 'undone' END, a.performed_at::date
      FROM reeve.action a
      WHERE a.performed_at >= since AND a.collection_id = ANY (among)
      UNION ALL
      SELECT 'appeals', p.opened_at::date FROM reeve.appeal p
      WHERE p.opened_at >= since AND p.collection_id = ANY (among)) f
    GROUP BY f.series, f.day;
  RETURN QUERY
    SELECT 'moderation', 'now', x.label, NULL::date, x.amount::float8
    FROM (
      SELECT count(*), count(*) FILTER (
          WHERE k.due_at < statement_timestamp() - reeve.case_overdue()),
        count(*) FILTER (WHERE k.claimed_until > statement_timestamp())
      FROM reeve.case k WHERE k.closed_at IS NULL AND k.collection_id = ANY (among)
    ) k(open, overdue, claimed)
    CROSS JOIN LATERAL (VALUES
      ('open cases', k.open), ('overdue cases', k.overdue), ('claimed cases', k.claimed),
      ('open appeals', (
        SELECT count(*) FROM reeve.appeal p
        WHERE p.decided_at IS NULL AND p.collection_id = ANY (among))),
      ('proposals', (
        SELECT count(*) FROM reeve.approval_waiting(only_app)))) x(label, amount);
  RETURN QUERY
    SELECT 'moderation', 'actions by verb', a.verb, NULL::date, count(*)::float8
    FROM reeve.action a
    WHERE a.performed_at >= since AND a.reverses IS NULL AND a.collection_id = ANY (among)
    GROUP BY a.verb;
  RETURN QUERY
    SELECT 'moderation', 'reports by policy', coalesce(p.title, r.policy, 'no policy'), NULL::date,
      count(*)::float8
    FROM reeve.report r
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN reeve.policy p ON p.app = c.app AND p.name = r.policy
    WHERE r.at >= since AND r.collection_id = ANY (among)
    GROUP BY coalesce(p.title, r.policy, 'no policy');
  RETURN QUERY
    SELECT 'moderation', 'cases by outcome', k.outcome, NULL::date, count(*)::float8
    FROM reeve.case k
    WHERE k.closed_at >= since AND k.collection_id = ANY (among) GROUP BY k.outcome;
  RETURN QUERY
    SELECT 'moderation', 'median', v.label, NULL::date, round(v.hours::numeric, 1)::float8
    FROM (
      SELECT 'hours to close a case' AS label, percentile_cont(0.5) WITHIN GROUP (
        ORDER BY extract(epoch FROM k.closed_at - k.opened_at) / 3600) AS hours
      FROM reeve.case k WHERE k.closed_at >= since AND k.collection_id = ANY (among)
      UNION ALL
      SELECT 'hours to decide an appeal', percentile_cont(0.5) WITHIN GROUP (
        ORDER BY extract(epoch FROM p.decided_at - p.opened_at) / 3600)
      FROM reeve.appeal p WHERE p.decided_at >= since AND p.collection_id = ANY (among)) v
    WHERE v.hours IS NOT NULL;
  RETURN QUERY
    SELECT 'statements', f.series, f.label, NULL::date, sum(m.amount)::float8
    FROM (
      SELECT l.kind, l.category, l.is_illegal, l.is_automatic, l.is_reported, l.is_flagged,
        l.reversed_at IS NOT NULL AS is_undone, count(*) AS amount
      FROM reeve.measure_list(since::timestamptz, 'infinity') l
      WHERE l.app = coalesce(only_app, l.app)
      GROUP BY 1, 2, 3, 4, 5, 6, 7) m
    CROSS JOIN LATERAL (VALUES
      ('by measure', m.kind),
      ('by category', coalesce(m.category, 'none')),
      ('by ground', CASE WHEN m.is_illegal THEN 'illegal content' ELSE 'against the terms' END),
      ('by source', CASE WHEN m.is_automatic THEN 'automatic' WHEN m.is_reported THEN 'on notice'
        WHEN m.is_flagged THEN 'flagged by a rule' ELSE 'own initiative' END),
      ('by outcome', CASE WHEN m.is_undone THEN 'undone' ELSE 'in force or ended' END)
    ) f(series, label)
    GROUP BY f.series, f.label;
  RETURN QUERY
    SELECT 'jobs', CASE WHEN e.outcome IN ('discarded', 'lost') THEN 'failed' ELSE e.outcome END,
      NULL::text, e.finished_at::date, count(*)::float8
    FROM reeve.job_end e
    WHERE e.day >= since - 1 AND e.finished_at >= since GROUP BY 2, 4;
  RETURN QUERY
    SELECT 'jobs', 'queue ' || q.queue, s.state, NULL::date, s.amount::float8
    FROM reeve.queue_list() q
    CROSS JOIN LATERAL (VALUES ('available', q.available), ('scheduled', q.scheduled),
      ('retryable', q.retryable), ('running', q.running), ('discarded', q.discarded)
    ) s(state, amount);
  RETURN QUERY
    SELECT 'search', s.series, i.subject, NULL::date, s.amount::float8
    FROM reeve.search_status(only_app) i
    CROSS JOIN LATERAL (VALUES ('documents', i.documents), ('waiting', i.waiting)
    ) s(series, amount)
    WHERE i.state = 'live';
  FOR counted IN
    SELECT * FROM reeve.collection l
    WHERE l.collection_id = ANY (among) AND l.is_live ORDER BY l.collection_id
  LOOP
    RETURN QUERY
      SELECT 'growth', 'rows', counted.app || '/' || counted.name, NULL::date, s.amount::float8
      FROM reeve.collection_size(counted) s;
    RETURN QUERY
      SELECT 'growth', 'new', counted.app || '/' || counted.name, d.day, d.amount::float8
      FROM reeve.collection_days(counted, since) d;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.report_figures(text, int) IS
  'The figures that `reeve report` draws of an app (NULL = all) over so many days (1 to 366, '
  'UTC): counts alone. A row is one value of a series of a section: of a day or, without a day, '
  'of the whole time or of now. Needs auditor or senior; RV003. NULL: label, day.';

GRANT EXECUTE ON FUNCTION reeve.report_figures(text, int) TO reeve_viewer;
