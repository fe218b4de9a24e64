CREATE OR REPLACE FUNCTION reeve.flag_rule_test(app text, name text, days int, max_rows int)
RETURNS TABLE(
  collection text, key text, label text, at timestamptz, words text, outcome text, decided_by text,
  policy text, raised bigint, answered bigint, upheld bigint, cited bigint, dismissed bigint,
  most int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  cap constant int := 10000;
  present timestamptz := statement_timestamp();
  since timestamptz;
  f reeve.flag;
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('moderator');
  f := reeve.flag_find(app, name, TRUE);
  IF (days BETWEEN 1 AND 3660) IS NOT TRUE THEN
    RAISE EXCEPTION 'a rule is tried on 1 to 3660 days' USING ERRCODE = 'RV001';
  END IF;
  c := reeve.collection_get(f.subject_id);
  since := present - make_interval(days => days);
  RETURN QUERY
    WITH found AS MATERIALIZED (
      SELECT h.* FROM reeve.app_rule(f.flag_id, present, since, cap, FALSE) h),
    named AS MATERIALIZED (
      SELECT n.* FROM reeve.app_named(c, ARRAY(SELECT o.key FROM found o)) n),
    account AS MATERIALIZED (
      SELECT a.* FROM reeve.account_keys(c.collection_id, ARRAY(SELECT n.key FROM named n)) a),
    -- What people made of the subject, by whatever way it came to them. An action in force when
    -- the rule would have raised it answers the proposal; what cites the rule's policy says most.
    judged AS (
      SELECT a.key, x.outcome, x.decided_by, x.policy, row_number() OVER (
        PARTITION BY a.key ORDER BY array_position('{answered,upheld,dismissed,open}', x.outcome),
          x.policy IS DISTINCT FROM f.policy, x.decided_at DESC) AS place
      FROM account a
      JOIN found h USING (key)
      CROSS JOIN LATERAL (
        SELECT CASE WHEN t.performed_at <= h.born AND coalesce(t.until > h.born, FALSE)
              AND (t.verb = split_part(f.proposes, ' for ', 1) OR k.bars)
            THEN 'answered' ELSE 'upheld' END AS outcome, 'A' || t.action_id AS decided_by,
          t.policy, t.performed_at AS decided_at
        FROM reeve.action t
        LEFT JOIN reeve.catalog_action d
          ON d.app = f.app AND d.verb = t.verb AND d.collection_id = t.collection_id
        LEFT JOIN reeve.action_kind k ON k.name = d.kind
        WHERE t.collection_id = c.collection_id AND t.key = a.account AND t.policy IS NOT NULL
          AND t.reverses IS NULL AND (t.performed_at > h.since OR t.until > h.since)
          AND NOT EXISTS (
            SELECT FROM reeve.action u WHERE u.action_id = t.reversed_by AND u.verb = 'undo')
        UNION ALL
        SELECT coalesce(o.outcome, 'open'), 'C' || k.case_id, o.policy,
          coalesce(o.closed_at, o.opened_at)
        FROM reeve.case k
        JOIN reeve.case o ON o.case_id = coalesce(k.duplicate_of, k.case_id)
        WHERE k.collection_id = c.collection_id AND k.key = a.account AND k.request IS NULL
          AND coalesce(o.closed_at, present) > h.since
          AND coalesce(o.outcome, 'open') IN ('upheld', 'dismissed', 'open')) x),
    verdict AS (
      SELECT h.key, n.label, h.born, h.value, h.upto - h.since AS span, h.name,
        coalesce(j.outcome, '') AS outcome, j.decided_by, j.policy
      FROM found h
      JOIN named n USING (key)
      LEFT JOIN judged j ON j.key = h.key AND j.place = 1)
    SELECT c.name, v.key, v.label, v.born, reeve.flag_rule_words(f.spec -> 'rule', v.value, v.span,
        v.name), v.outcome, v.decided_by, v.policy,
      count(*) FILTER (WHERE v.outcome <> 'answered') OVER (),
      count(*) FILTER (WHERE v.outcome = 'answered') OVER (),
      count(*) FILTER (WHERE v.outcome = 'upheld') OVER (),
      count(*) FILTER (WHERE v.outcome = 'upheld' AND v.policy = f.policy) OVER (),
      count(*) FILTER (WHERE v.outcome = 'dismissed') OVER (),
      cap
    FROM verdict v
    ORDER BY v.born, v.key LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.flag_rule_test(text, text, int, int) IS
  'Returns the subjects that a rule would have raised in so many days up to now, each once, with '
  'when and what it would have said, and writes nothing. outcome: upheld by an action that cites a '
  'policy and was not undone, or a case in these days; dismissed or open, by a case; answered: an '
  'action in force at the time already did what is proposed, so it would have opened no case; '
  'empty: nobody has decided about it. The numbers are the same in each row, of all subjects, not '
  'only of max_rows: raised, answered, upheld, upheld by what cites the rule''s policy (cited), '
  'dismissed. most: subjects beyond so many are left out. A state that the app has changed since '
  'is as it is now. RV001 where several apps have a rule of that name, or for other than 1 to 3660 '
  'days; RV004. NULL: label, decided_by, policy.';

GRANT EXECUTE ON FUNCTION reeve.flag_rule_test(text, text, int, int) TO reeve_viewer;
