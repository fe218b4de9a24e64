-- What runs here as a role of the app is code of its owner. If that behaves differently each time,
-- it makes the rehearsal refuse, or hides a difference: that is its own loss, since a rehearsal
-- decides nothing and leaves nothing. If it loops, the caller's limit ends it.
CREATE OR REPLACE FUNCTION reeve.migrate_rehearse_writes(
  copy_id int, accepted text[], seconds float8, is_back boolean)
RETURNS TABLE(table_name text, role_name text, operation text, was text, comes text,
  is_told boolean, hint text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(
    copy_id, CASE WHEN is_back THEN ARRAY['live'] ELSE ARRAY['following'] END);
  samples jsonb;
  seen jsonb := (
    SELECT coalesce(jsonb_agg(to_jsonb(s)), '[]') FROM reeve.migrate_seen(copy_id, 50) s);
  before jsonb;
  after jsonb;
BEGIN
  -- Nobody changes a row between the attempts.
  PERFORM reeve.role_execute(pg_get_userbyid(r.relowner), ARRAY[
    format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', (
      SELECT string_agg(l.name, ', ' ORDER BY l.number, l.place) FROM (
        SELECT 1, p.place, p.name FROM reeve.migrate_parts(c.mapping, 'source', c.source, '') p
        UNION ALL
        SELECT 2, p.place, p.name FROM reeve.migrate_parts(c.mapping, 'target', c.target) p
        WHERE is_back) l(number, place, name)))])
  FROM pg_class r WHERE r.oid = c.source;
  samples := reeve.migrate_samples(copy_id, 20);
  before := (SELECT jsonb_agg(to_jsonb(t))
    FROM reeve.migrate_try(copy_id, is_back, samples, seen, 2,
      clock_timestamp() + seconds / 2 * interval '1 second') t);
  PERFORM reeve.migrate_swap(copy_id, is_back);
  after := (SELECT jsonb_agg(to_jsonb(t))
    FROM reeve.migrate_try(copy_id, is_back, samples, seen, 1,
      clock_timestamp() + seconds / 2 * interval '1 second') t);
  RETURN QUERY
  WITH b AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(before) b(table_name text, role_name text, operation text,
      told text[], run int, state text, problem text, answer jsonb)
  ),
  pairs AS MATERIALIZED (
    SELECT b.table_name, b.role_name, b.operation, b.told, b.state AS was_state,
      b.problem AS was_problem, b.answer AS was_answer, g.answer AS again_answer,
      g.state AS again_state, a.answer,
      -- What is no operation of the role any more, it has lost the right to.
      CASE WHEN a.role_name IS NULL THEN '42501' ELSE a.state END AS state,
      coalesce(a.problem, 'the role has no right to it') AS problem
    FROM b
    LEFT JOIN b g ON g.run = 2 AND (g.table_name, g.role_name, g.operation)
      = (b.table_name, b.role_name, b.operation)
    LEFT JOIN jsonb_to_recordset(after) a(table_name text, role_name text, operation text,
      state text, problem text, answer jsonb)
      ON (a.table_name, a.role_name, a.operation) = (b.table_name, b.role_name, b.operation)
    WHERE coalesce(b.run, 1) = 1
  )
  SELECT p.table_name, p.role_name, NULL, NULL, NULL, NULL::boolean, NULL
  FROM pairs p
  WHERE p.again_state IS NULL OR p.state IS NULL
    OR '55P03' IN (p.was_state, p.again_state, p.state)
  GROUP BY p.table_name, p.role_name
  UNION ALL
  SELECT p.table_name, p.role_name, p.operation, coalesce(x.was, s.was), coalesce(x.comes, s.comes),
    p.state = ANY (coalesce(p.told, '{}'))
      -- A view's triggers know neither whether the statement returns what it inserts, nor that it
      -- is a MERGE.
      OR p.operation IN ('INSERT … RETURNING', 'MERGE')
        AND (p.was_state, p.state) = ('42501', '00000'), CASE
      WHEN is_back THEN 'Before a rollback, give the old table the rights, constraints, triggers '
        'and policies of the live one, or correct the mapping.'
      WHEN p.state = '42501' THEN 'Grant that role what the triggers, defaults and policies of the '
        'target need, or let their functions be SECURITY DEFINER.'
      WHEN p.state <> '00000' THEN 'Correct the target, its constraints and triggers, or the '
        'mapping.'
      WHEN p.was_state <> '00000' THEN 'The target takes what the source refused: give it the same '
        'constraints, triggers and policies.'
      ELSE 'The target''s triggers, its constraints or the mapping make another row of it: give it '
        'the source''s, or correct the mapping.' END
  FROM pairs p
  CROSS JOIN LATERAL (SELECT
    CASE p.was_state WHEN '00000' THEN 'works'
      ELSE format('%s (%s)', p.was_problem, p.was_state) END,
    CASE p.state WHEN '00000' THEN 'works' ELSE format('%s (%s)', p.problem, p.state) END)
    s(was, comes)
  -- What differs by itself, such as numbers and random values, need only be there.
  LEFT JOIN LATERAL (
    SELECT format('%s %s', coalesce(w.name, n.name), coalesce(left(w.value::text, 60), 'nothing')),
      coalesce(left(n.value::text, 60), 'nothing')
    FROM reeve.migrate_facts(p.was_answer) w
    LEFT JOIN reeve.migrate_facts(p.again_answer) a ON a.name = w.name
    FULL JOIN reeve.migrate_facts(p.answer) n ON n.name = w.name
    WHERE (coalesce(w.column_name, n.column_name) = ANY (accepted)) IS NOT TRUE
      AND CASE WHEN w.value = a.value THEN n.value IS DISTINCT FROM w.value
        ELSE (n.value = 'null') IS DISTINCT FROM (w.value = 'null') END
    ORDER BY w.name <> 'rows', w.name LIMIT 1) x(was, comes)
    ON p.was_state = '00000' AND p.state = '00000'
  WHERE p.was_state = p.again_state AND (p.state <> p.was_state OR x.was IS NOT NULL)
    -- No program relies on what the server does not have, and others may hold locks elsewhere.
    AND NOT (p.was_state = '0A000' AND p.state = '00000')
    -- What the view of a cutover refuses, and its table, too, a rollback need not refuse.
    AND (NOT is_back OR p.was_state = '00000')
    AND '55P03' NOT IN (p.was_state, p.state)
  ORDER BY 1, 2, 3;
END
$$;

COMMENT ON FUNCTION reeve.migrate_rehearse_writes(int, text[], float8, boolean) IS
  'Tries as each role what it may write by the old names of a live copy (reeve.migrate_try), '
  'twice before a cutover, or a rollback (is_back), and once after it, for so many seconds; '
  'returns what differs: the SQLSTATE, the rows, or the row as it reads afterwards, columns '
  'under accepted left out. Columns that differ already before count only as being there. What '
  'fails before a rollback may work after it. is_told: the plan says so. A row without an '
  'operation is a role that was not tried, or not with everything. The caller rolls all of it '
  'back. Locks the tables. NULL: operation, was, comes, is_told, hint.';
