CREATE OR REPLACE FUNCTION reeve.undo_plan(action_id bigint) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  a record;
  plan jsonb;
  problem jsonb;
  given reeve.given[];
  real jsonb;
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
  -- Those that have not begun are withdrawn.
  WITH job AS MATERIALIZED (
    SELECT j.job_id, c.name AS collection, j.key, j.job, CASE WHEN NOT b.begun THEN 'withdraws'
      WHEN j.inverse IS NULL THEN 'stays' ELSE 'reverses' END AS way
    FROM reeve.effect_job j
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN LATERAL reeve.job_location(ARRAY[j.job_id]) l ON TRUE
    CROSS JOIN LATERAL (
      SELECT coalesce(l.state NOT IN ('available', 'scheduled', 'waiting', 'cancelled')
        OR l.attempt > 0, TRUE)
        OR EXISTS (SELECT FROM reeve.job_end e
          WHERE e.job_id = j.job_id AND e.outcome <> 'cancelled')) b(begun)
    WHERE j.action_id = a.action_id AND j.undone_by IS NULL)
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
      JOIN reeve.collection c USING (collection_id)), '[]') || coalesce((
      SELECT jsonb_agg(jsonb_build_object('collection', j.collection, 'key', j.key, 'why',
        reeve.job_stays(j.job, j.job_id)))
      FROM job j WHERE j.way = 'stays'), '[]'),
    'jobs', (
      SELECT jsonb_agg(jsonb_build_object('job', x.job, 'way', x.way, 'rows', x.rows))
      FROM (
        SELECT j.job, j.way, count(*) AS rows FROM job j
        WHERE j.way <> 'stays' GROUP BY 1, 2 ORDER BY 1, 2) x),
    'people', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = a.action_id AND o.state = 'sent'
        AND (o.result IN ('bounced', 'failed')) IS NOT TRUE),
    'notices', (SELECT count(DISTINCT (o.collection_id, o.key)) FROM reeve.outbox o
      WHERE o.action_id = a.action_id AND o.state = 'queued' AND EXISTS (
        SELECT FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
        WHERE e.action_id = o.action_id AND e.is_reversible
          AND o.about = c.name || ':' || e.key)),
    'irreversible', 0, 'danger', 'moderate')
  INTO plan;
  IF problem IS NULL AND NOT current_setting('transaction_read_only')::boolean THEN
    -- Only a trial shows whether the app lets a row be restored.
    BEGIN
      given := ARRAY(SELECT g FROM reeve.action_give_back(ARRAY[a.action_id]) g);
      real := jsonb_build_object('effects', jsonb_path_query_array(
        reeve.given_effects(given), '$[*] ? (@.rows > 0)'),
        'lost', reeve.given_lost(given, ARRAY[a.action_id]));
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    EXCEPTION
      WHEN SQLSTATE 'RV900' THEN
        plan := plan || real;
      WHEN SQLSTATE 'RV006' THEN
        problem := jsonb_build_object('code', 'app', 'message', SQLERRM);
      WHEN lock_not_available OR deadlock_detected THEN
        problem := jsonb_build_object('code', 'busy',
          'message', format('somebody else is changing rows of this action%s; try again',
            reeve.lock_holders('{reeve.action,reeve.subject}', (
              SELECT c.relation FROM reeve.collection c
              WHERE c.collection_id = a.collection_id))));
    END;
    IF NOT EXISTS (SELECT FROM reeve.mark m WHERE m.action_id = a.action_id) THEN
      problem := coalesce(problem,
        reeve.given_problem(a.action_id, plan -> 'effects', plan -> 'lost'));
    END IF;
  END IF;
  RETURN plan || jsonb_build_object('kept', reeve.plan_kept(plan -> 'effects'))
    || CASE WHEN problem IS NULL THEN '{}'
    ELSE jsonb_build_object('refusal', problem) END;
END
$$;

COMMENT ON FUNCTION reeve.undo_plan(bigint) IS
  'Returns the plan of undoing an action: the rows that it would restore, and those that are lost, '
  'such as rows that a later action changed again; notices: unsent ones that it withdraws, people: '
  'those whom one reached, who get a correction. Needs viewer. If the caller may undo the action, '
  'the undo is tried and rolled back: it waits at most 500 ms for the rows, and keeps no lock.';

GRANT EXECUTE ON FUNCTION reeve.undo_plan(bigint) TO reeve_viewer;
