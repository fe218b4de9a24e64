CREATE OR REPLACE FUNCTION reeve.undo_plan(action_id bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  a record;
  plan jsonb;
  problem jsonb;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT x.*, c.app, c.name AS collection, l.label INTO a
  FROM reeve.action x
  JOIN reeve.collection c USING (collection_id)
  LEFT JOIN reeve.label l ON l.collection_id = x.collection_id AND l.key = x.key
  WHERE x.action_id = undo_plan.action_id;
  problem := reeve.undo_refusal(undo_plan.action_id);
  IF a.action_id IS NULL THEN
    RETURN jsonb_build_object('refusal', problem);
  END IF;
  SELECT jsonb_build_object(
    'verb', 'undo', 'app', a.app, 'collection', a.collection, 'key', a.key,
    'label', coalesce(a.label, a.key), 'action_id', a.action_id, 'kind', a.verb,
    'until', a.until, 'policy', a.policy,
    'version', coalesce((SELECT s.version FROM reeve.subject s
      WHERE s.collection_id = a.collection_id AND s.key = a.key), 0),
    'effects', coalesce((
      SELECT jsonb_agg(jsonb_build_object('rule', r.rule_id, 'name', r.name, 'collection', c.name,
        'kind', r.kind, 'rows', e.rows, 'reversible', r.is_reversible, 'examples', '[]'::jsonb)
        ORDER BY r.seq)
      FROM (
        SELECT e.rule_id, count(*) AS rows FROM reeve.effect e
        WHERE e.action_id = a.action_id AND e.is_reversible AND e.undone_by IS NULL
          AND e.digest IS NULL
        GROUP BY e.rule_id) e
      JOIN reeve.rule r USING (rule_id)
      JOIN reeve.collection c ON c.collection_id = r.affected_id), '[]'),
    'lost', coalesce((
      SELECT jsonb_agg(jsonb_build_object(
        'collection', c.name, 'key', e.key,
        'why', CASE WHEN e.digest IS NOT NULL THEN 'erased' WHEN e.kind = 'delete' THEN 'deleted'
          ELSE 'irreversible' END))
      FROM (SELECT e.*, r.kind FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
        WHERE e.action_id = a.action_id AND (NOT e.is_reversible OR e.digest IS NOT NULL)
        LIMIT 20) e
      JOIN reeve.collection c USING (collection_id)), '[]') || coalesce((
      SELECT jsonb_agg(jsonb_build_object('collection', c.name, 'key', x.key, 'why',
        format('A%s, a later %s, depends on it', x.later_id, x.later_verb)))
      FROM (SELECT * FROM reeve.undo_conflicts(ARRAY[a.action_id]) LIMIT 20) x
      JOIN reeve.collection c USING (collection_id)), '[]'),
    'people', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = a.action_id AND o.state = 'sent'),
    'notices', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = a.action_id AND o.state = 'queued' AND EXISTS (
        SELECT FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
        WHERE e.action_id = o.action_id AND e.is_reversible
          AND o.about = c.name || ':' || e.key)),
    'irreversible', 0, 'danger', 'moderate')
  INTO plan;
  RETURN plan || jsonb_build_object('kept', reeve.plan_kept(plan -> 'effects'))
    || CASE WHEN problem IS NULL THEN '{}'
    ELSE jsonb_build_object('refusal', problem) END;
END
$$;

COMMENT ON FUNCTION reeve.undo_plan(bigint) IS
  'What undoing an action would restore, and what is lost, such as rows that a later action '
  'changed again; notices: unsent ones that it withdraws, people: those already notified, who '
  'get a correction. Needs viewer; writes nothing.';

GRANT EXECUTE ON FUNCTION reeve.undo_plan(bigint) TO reeve_viewer;
