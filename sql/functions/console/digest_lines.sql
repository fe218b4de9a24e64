CREATE OR REPLACE FUNCTION reeve.digest_lines(only_app text, on_day date)
RETURNS TABLE(section text, figure text, amount bigint, note text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  since timestamptz := on_day;
  till timestamptz := on_day + 1;
  among int[];
BEGIN
  IF only_app IS NOT NULL AND NOT EXISTS (SELECT FROM reeve.app p WHERE p.app = only_app) THEN
    RAISE EXCEPTION 'there is no app %', only_app USING ERRCODE = 'RV003';
  ELSIF (on_day BETWEEN current_date - 3660 AND current_date) IS NOT TRUE THEN
    RAISE EXCEPTION 'a digest is of a day of the last ten years' USING ERRCODE = 'RV001';
  END IF;
  among := ARRAY(
    SELECT c.collection_id FROM reeve.collection c WHERE c.app = coalesce(only_app, c.app));
  RETURN QUERY
    SELECT 'reports', f.figure, f.amount, ''
    FROM (
      SELECT count(*) FILTER (WHERE r.rule IS NULL), count(*) FILTER (WHERE r.rule IS NOT NULL)
      FROM reeve.report r
      WHERE r.at >= since AND r.at < till AND r.collection_id = ANY (among)) n(people, rules)
    CROSS JOIN LATERAL (VALUES ('by people', n.people), ('by flags and rules', n.rules))
      f(figure, amount);
  RETURN QUERY
    SELECT 'cases', f.figure, f.amount, ''
    FROM (
      SELECT count(*) FILTER (WHERE k.closed_at >= since AND k.closed_at < till),
        count(*) FILTER (WHERE k.closed_at >= since AND k.closed_at < till
          AND k.outcome = 'upheld')
      FROM reeve.case k
      WHERE k.closed_at >= since AND k.closed_at < till AND k.collection_id = ANY (among)
    ) n(closed, upheld)
    CROSS JOIN LATERAL (VALUES ('opened', (
        SELECT count(*) FROM reeve.case k
        WHERE k.opened_at >= since AND k.opened_at < till AND k.collection_id = ANY (among))),
      ('closed', n.closed), ('of them upheld', n.upheld),
      ('appeals opened', (
        SELECT count(*) FROM reeve.appeal p WHERE p.opened_at >= since AND p.opened_at < till
          AND p.collection_id = ANY (among)))) f(figure, amount);
  RETURN QUERY
    SELECT 'actions', f.figure, f.amount, ''
    FROM (
      SELECT count(*) FILTER (WHERE a.reverses IS NULL AND a.verb <> 'expire'),
        count(*) FILTER (WHERE a.verb = 'undo'), count(*) FILTER (WHERE a.verb = 'lift')
      FROM reeve.action a
      WHERE a.performed_at >= since AND a.performed_at < till AND a.collection_id = ANY (among)
    ) n(taken, undone, lifted)
    CROSS JOIN LATERAL (VALUES ('taken', n.taken), ('undone', n.undone),
      ('ended by themselves', n.lifted)) f(figure, amount);
  RETURN QUERY
    SELECT 'actions', 'ranks taken in an emergency', count(*), '`break-glass`'
    FROM reeve.glass g WHERE g.begun_at >= since AND g.begun_at < till HAVING count(*) > 0;
  RETURN QUERY
    SELECT 'expiries', c.app || '/' || c.name, count(*), ''
    FROM reeve.action a
    JOIN reeve.collection c USING (collection_id)
    JOIN reeve.effect e ON e.action_id = a.action_id
    WHERE a.verb = 'expire' AND a.performed_at >= since AND a.performed_at < till
      AND a.collection_id = ANY (among)
    GROUP BY c.app, c.name ORDER BY c.app, c.name;
  RETURN QUERY
    SELECT 'failures', f.figure, f.amount, f.note
    FROM (VALUES
      ('jobs given up', (
        SELECT count(*) FROM reeve.job_end e
        JOIN reeve.job j ON j.job_id = e.job_id AND j.day = e.day
        WHERE e.outcome = 'discarded' AND e.finished_at >= since AND e.finished_at < till
          AND coalesce(j.app = only_app, TRUE)), '`jobs --state discarded`'),
      ('notices that came back', (
        SELECT count(*) FROM reeve.outbox o
        WHERE o.result IN ('bounced', 'failed') AND o.result_at >= since AND o.result_at < till
          AND o.collection_id = ANY (among)), '`notices --undelivered`'),
      ('effects outside', (
        SELECT count(*) FROM reeve.outside o
        WHERE o.state = 'failed' AND o.ended_at >= since AND o.ended_at < till
          AND o.collection_id = ANY (among)), '`outside`'),
      ('flags and rules, now', (
        SELECT count(*) FROM reeve.flag f JOIN reeve.flag_state s USING (flag_id)
        WHERE f.is_live AND s.failed_at IS NOT NULL AND f.app = coalesce(only_app, f.app)),
        '`reeve doctor`')) f(figure, amount, note);
  RETURN QUERY
    SELECT 'queues now', f.figure, f.amount, f.note
    FROM (
      SELECT count(*), count(*) FILTER (
        WHERE k.due_at < statement_timestamp() - reeve.case_overdue())
      FROM reeve.case k WHERE k.closed_at IS NULL AND k.collection_id = ANY (among)
    ) n(open, overdue)
    LEFT JOIN LATERAL (
      SELECT format('C%s since %s', k.case_id, to_char(k.opened_at, 'YYYY-MM-DD HH24:MI "UTC"'))
      FROM reeve.case k WHERE k.closed_at IS NULL AND k.collection_id = ANY (among)
      ORDER BY k.opened_at, k.case_id LIMIT 1) o(oldest) ON TRUE
    CROSS JOIN LATERAL (VALUES
      ('open cases', n.open, coalesce('oldest ' || o.oldest, '')), ('overdue cases', n.overdue, '')
    ) f(figure, amount, note)
    UNION ALL
    SELECT 'queues now', 'jobs in ' || q.queue, q.available, coalesce('oldest since '
      || to_char(q.oldest_at, 'YYYY-MM-DD HH24:MI "UTC"'), '')
    FROM reeve.queue_list() q;
END
$$;

COMMENT ON FUNCTION reeve.digest_lines(text, date) IS
  'The figures of a day, by UTC, of an app (NULL = all): counts and numbers of cases, nobody''s '
  'name. Those of the sections and figures that say now are of this moment, jobs of a queue of all '
  'apps. RV001 for a day to come or over ten years ago, RV003.';
