CREATE OR REPLACE FUNCTION reeve.case_intake(max_rows int DEFAULT NULL) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET enable_mergejoin = off
AS $$
DECLARE
  ids bigint[];
  held bigint[];
  placed int;
  behind CONSTANT bigint := reeve.report_front();
  given CONSTANT bigint := (SELECT s.last_value FROM reeve.report_report_id_seq s);
BEGIN
  IF current_setting('transaction_read_only')::boolean THEN
    RETURN 0;
  ELSIF NOT EXISTS (SELECT FROM reeve.report p
    WHERE p.report_id > behind AND p.case_id IS NULL AND p.withdrawn_by IS NULL)
  THEN
    PERFORM reeve.report_front_move(behind, given);
    RETURN 0;
  END IF;
  BEGIN
    PERFORM reeve.turn_take('case intake');
    -- What somebody has done since they were filed answers proposals, too.
    UPDATE reeve.report p SET withdrawn_by = a.answer
    FROM (
      SELECT w.report_id, reeve.report_answer(w.collection_id, w.key, w.policy, w.proposes,
        w.threshold) AS answer
      FROM (
        SELECT o.* FROM reeve.report o
        WHERE o.report_id > behind AND o.case_id IS NULL AND o.withdrawn_by IS NULL
          AND o.proposes IS NOT NULL
        FOR NO KEY UPDATE SKIP LOCKED) w) a
    WHERE p.report_id = a.report_id AND a.answer IS NOT NULL;
    -- One that an undo is withdrawing at this moment is left: it gets no case, nor opens one.
    ids := ARRAY(
      SELECT p.report_id FROM reeve.report p
      WHERE p.report_id > behind AND p.case_id IS NULL AND p.withdrawn_by IS NULL
      ORDER BY p.report_id LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED);
    INSERT INTO reeve.case(collection_id, key, policy, severity, opened_at, due_at)
    SELECT p.collection_id, p.key, p.policy, coalesce(
      (SELECT f.severity FROM reeve.flag f
        WHERE f.app = c.app AND f.severity IS NOT NULL
          AND f.app || '/' || f.name = ANY (array_agg(p.rule))
        ORDER BY array_position('{critical,high,medium,low}', f.severity) LIMIT 1),
      (SELECT l.severity FROM reeve.policy l WHERE l.app = c.app
        AND l.name = p.policy), 'medium'),
      min(p.at), 'infinity'
    FROM reeve.report p JOIN reeve.collection c USING (collection_id)
    WHERE p.report_id = ANY (ids) AND (
      -- Looked up, not joined.
      SELECT k.case_id FROM reeve.case k
      WHERE k.collection_id = p.collection_id AND k.key = p.key AND k.closed_at IS NULL
        AND k.policy IS NOT DISTINCT FROM p.policy AND k.request IS NULL LIMIT 1) IS NULL
    GROUP BY p.collection_id, p.key, p.policy, c.app
    ORDER BY min(p.report_id)
    ON CONFLICT (collection_id, key, policy, request) WHERE closed_at IS NULL DO NOTHING;
    -- A case that somebody has locked, perhaps to close it, gets its reports at the next intake.
    -- Each table is asked by its index, whatever the planner believes of a table that was empty
    -- a minute ago: a flood of reports is when somebody looks.
    held := ARRAY(
      SELECT k.case_id
      FROM (
        SELECT DISTINCT p.collection_id, p.key, p.policy
        FROM reeve.report p WHERE p.report_id = ANY (ids)) w
      CROSS JOIN LATERAL (
        SELECT o.case_id FROM reeve.case o
        WHERE o.collection_id = w.collection_id AND o.key = w.key AND o.closed_at IS NULL
          AND o.policy IS NOT DISTINCT FROM w.policy AND o.request IS NULL
        FOR NO KEY UPDATE SKIP LOCKED) k);
    WITH waiting AS MATERIALIZED (
      SELECT p.report_id, p.source, k.case_id,
        row_number() OVER (PARTITION BY k.case_id, p.source ORDER BY p.report_id) AS nth
      FROM reeve.report p
      CROSS JOIN LATERAL (
        SELECT o.case_id FROM reeve.case o
        WHERE o.collection_id = p.collection_id AND o.key = p.key AND o.closed_at IS NULL
          AND o.policy IS NOT DISTINCT FROM p.policy AND o.request IS NULL
        LIMIT 1) k
      WHERE p.report_id = ANY (ids) AND k.case_id = ANY (held)),
    standing AS MATERIALIZED (
      SELECT s.source, s.weight, s.is_muted
      FROM reeve.reporter_reliability(ARRAY(SELECT DISTINCT w.source FROM waiting w)) s),
    put AS (
      UPDATE reeve.report p
      SET case_id = w.case_id, is_muted = s.is_muted, weight = CASE
        WHEN w.nth = 1 AND NOT EXISTS (
          SELECT FROM reeve.report o WHERE o.case_id = w.case_id AND o.source = w.source)
        THEN s.weight ELSE 0 END
      FROM waiting w JOIN standing s USING (source)
      WHERE p.report_id = w.report_id
      RETURNING p.case_id, CASE WHEN p.is_muted THEN 0 ELSE p.weight END AS weight),
    counted AS (
      UPDATE reeve.case k
      SET report_count = k.report_count + n.report_count, weight = k.weight + n.weight,
        due_at = reeve.case_due(k.opened_at, k.severity, k.weight + n.weight)
      FROM (
        SELECT p.case_id, count(*)::int, sum(p.weight) FROM put p GROUP BY p.case_id
      ) n(case_id, report_count, weight)
      WHERE k.case_id = n.case_id
      RETURNING n.report_count)
    SELECT sum(c.report_count) INTO placed FROM counted c;
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    RETURN 0;  -- Another session is taking long; the next intake will do.
  END;
  PERFORM reeve.report_front_move(behind, given);
  IF placed > 30 THEN
    PERFORM reeve.tables_analyze();
  END IF;
  RETURN coalesce(placed, 0);
END
$$;

COMMENT ON FUNCTION reeve.case_intake(int) IS
  'Puts waiting reports into their cases, opening the missing ones; the first max_rows, NULL = '
  'all. One session at a time: another waits until it has committed. Leaves reports that '
  'somebody has locked. Returns how many; 0 if nothing can be written, or the wait is longer '
  'than lock_timeout.';
