CREATE OR REPLACE FUNCTION reeve.batch_undo_plan(batch_id bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  b reeve.batch;
  ids bigint[];
  problem jsonb;
  plan jsonb;
BEGIN
  PERFORM reeve.member_require('viewer');
  problem := reeve.batch_undo_refusal(batch_id, login);
  IF problem IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', problem);
  END IF;
  SELECT l.* INTO b FROM reeve.batch l WHERE l.batch_id = batch_undo_plan.batch_id;
  ids := reeve.batch_left(b.batch_id);
  WITH e AS MATERIALIZED (
    SELECT e.action_id, e.collection_id, e.key, e.rule_id, e.undone_by,
      e.is_reversible AND e.digest IS NULL AS is_reversible
    FROM unnest(ids) i(action_id) JOIN reeve.effect e USING (action_id)),
  o AS MATERIALIZED (
    SELECT o.action_id, o.collection_id, o.key, o.about, o.state, o.result
    FROM unnest(ids) i(action_id) JOIN reeve.outbox o USING (action_id))
  SELECT jsonb_build_object(
    'verb', 'undo', 'app', c.app, 'collection', c.name, 'batch_id', b.batch_id, 'kind', b.verb,
    'subjects', cardinality(ids), 'danger', 'severe', 'irreversible', 0,
    'effects', coalesce((
      SELECT jsonb_agg(jsonb_build_object('rule', r.rule_id, 'name', r.name,
        'collection', l.name, 'kind', r.kind, 'rows', x.rows, 'reversible', TRUE)
        ORDER BY r.seq)
      FROM (
        SELECT e.rule_id, count(*) AS rows FROM e
        WHERE e.is_reversible AND e.undone_by IS NULL GROUP BY 1) x
      JOIN reeve.rule r USING (rule_id)
      JOIN reeve.collection l ON l.collection_id = r.affected_id), '[]'),
    'lost', coalesce((
      SELECT jsonb_agg(jsonb_build_object('collection', l.name, 'key', x.key,
        'why', 'irreversible'))
      FROM (SELECT * FROM e WHERE NOT e.is_reversible LIMIT 20) x
      JOIN reeve.collection l USING (collection_id)), '[]') || coalesce((
      SELECT jsonb_agg(jsonb_build_object('collection', l.name, 'key', x.key, 'why',
        format('A%s, a later %s, depends on it', x.later_id, x.later_verb)))
      FROM (SELECT * FROM reeve.undo_conflicts(ids) LIMIT 20) x
      JOIN reeve.collection l USING (collection_id)), '[]'),
    'people', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM o
      WHERE o.state = 'sent' AND (o.result IN ('bounced', 'failed')) IS NOT TRUE),
    'notices', (
      SELECT count(DISTINCT (o.collection_id, o.key)) FROM o
      WHERE o.state = 'queued' AND EXISTS (
        SELECT FROM e JOIN reeve.collection l USING (collection_id)
        WHERE e.action_id = o.action_id AND e.is_reversible
          AND o.about = l.name || ':' || e.key)))
  INTO plan
  FROM reeve.collection c WHERE c.collection_id = b.collection_id;
  RETURN plan || jsonb_build_object('kept', reeve.plan_kept(plan -> 'effects'));
END
$$;

COMMENT ON FUNCTION reeve.batch_undo_plan(bigint) IS
  'Returns the plan of undoing a whole batch: the sums of what undo_plan returns. Needs viewer; '
  'writes nothing.';

GRANT EXECUTE ON FUNCTION reeve.batch_undo_plan(bigint) TO reeve_viewer;
