CREATE OR REPLACE FUNCTION reeve.action_plan(
  verb text, app text, collection text, key text, args jsonb)
RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  c reeve.collection;
  k reeve.action_kind;
  at timestamptz := statement_timestamp();
  terms record;
  barred record;
  needs text[];
  plan jsonb;
  erasure jsonb;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  k := reeve.action_declared(c, verb, args);
  key := reeve.subject_key(c, key);
  SELECT * INTO terms FROM reeve.action_terms(c, k, verb, args, at);
  IF terms.problem IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', jsonb_build_object(
      'code', 'argument', 'message', terms.problem));
  ELSIF reeve.action_damage(c, verb) IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', jsonb_build_object(
      'code', 'app', 'message', reeve.action_damage(c, verb)));
  END IF;
  WITH row AS MATERIALIZED (
    SELECT s.rule_id, s.key, s.label, s.notify
    FROM reeve.app_select(action_plan.app, ARRAY(
        SELECT r.rule_id FROM reeve.rule r
        WHERE r.app = action_plan.app AND r.verb = action_plan.verb
          AND r.collection_id = c.collection_id AND r.is_live),
      ARRAY[action_plan.key], at, terms.until, terms.grace, 'read',
      CASE WHEN k.name = 'merge' THEN terms.name END) s),
  told AS (
    SELECT t.entry ->> 'collection' AS collection_id, t.entry ->> 'key' AS key
    FROM row CROSS JOIN LATERAL jsonb_array_elements(row.notify) t(entry)
    WHERE row.notify IS NOT NULL AND t.entry ? 'template'
      -- An erased person cannot be notified.
      AND NOT (k.name = 'erase' AND (t.entry ->> 'collection')::int = c.collection_id
        AND t.entry ->> 'key' = action_plan.key)),
  effect AS (
    SELECT r.seq, r.is_reversible, r.kind, jsonb_build_object(
      'rule', r.rule_id, 'name', r.name, 'collection', l.name, 'kind', r.kind,
      'rows', count(row.key), 'reversible', r.is_reversible,
      'examples', coalesce((
        SELECT jsonb_agg(jsonb_build_object('key', x.key, 'label', x.label))
        FROM (SELECT row.key, row.label FROM row WHERE row.rule_id = r.rule_id LIMIT 3) x), '[]'))
      AS body, count(row.key) AS rows
    FROM reeve.rule r
    JOIN reeve.collection l ON l.collection_id = r.affected_id
    LEFT JOIN row USING (rule_id)
    WHERE r.app = action_plan.app AND r.verb = action_plan.verb
      AND r.collection_id = c.collection_id AND r.is_live
    GROUP BY r.rule_id, l.name)
  SELECT jsonb_build_object(
    'verb', verb, 'kind', k.name, 'app', app, 'collection', collection, 'key', key,
    'label', (
      SELECT f.label FROM reeve.app_find(c.collection_id, '', ARRAY[action_plan.key], 1) f),
    'version', coalesce((
      SELECT s.version FROM reeve.subject s
      WHERE s.collection_id = c.collection_id AND s.key = action_plan.key), 0),
    'until', terms.until, 'policy', terms.policy, 'severity', terms.severity,
    'public', CASE WHEN terms.reply_id IS NULL THEN terms.public_reason ELSE reeve.reply_reason(
      terms.reply_id, coalesce((
        SELECT f.label FROM reeve.app_find(c.collection_id, '', ARRAY[action_plan.key], 1) f),
        action_plan.key), terms.policy, c.app, terms.until, terms.name) END,
    'name', terms.name, 'protects', terms.is_protecting,
    'effects', coalesce((SELECT jsonb_agg(e.body ORDER BY e.seq) FROM effect e), '[]'),
    'people', (SELECT count(DISTINCT (t.collection_id, t.key)) FROM told t),
    'notices', (SELECT count(DISTINCT (t.collection_id, t.key)) FROM told t),
    'notified', (
      SELECT coalesce(jsonb_agg(n.label), '[]')
      FROM (
        SELECT f.label
        FROM (
          SELECT t.collection_id::int, (array_agg(DISTINCT t.key))[1:5]
          FROM told t GROUP BY t.collection_id) g(collection_id, keys)
        CROSS JOIN LATERAL reeve.app_find(g.collection_id, '', g.keys, 5) f LIMIT 5) n),
    'jobs', (
      SELECT jsonb_agg(jsonb_build_object('job', x.job, 'rows', x.rows, 'way',
        CASE WHEN x.is_reversible THEN 'enqueues' ELSE 'stays' END) ORDER BY x.job)
      FROM (
        SELECT reeve.job_title(t.entry ->> 'job', t.entry -> 'args') AS job,
          t.entry ? 'undo' AS is_reversible, count(*) AS rows
        FROM row CROSS JOIN LATERAL jsonb_array_elements(row.notify) t(entry)
        WHERE t.entry ? 'job' GROUP BY 1, 2) x),
    'irreversible', coalesce((
      SELECT sum(e.rows) FROM effect e
      WHERE NOT e.is_reversible AND e.kind IN ('hide', 'set', 'delete')), 0),
    'files', (
      SELECT reeve.file_plan(action_plan.app, array_agg(r.affected_id), array_agg(row.key),
        array_agg(r.kind = 'delete'))
      FROM row JOIN reeve.rule r USING (rule_id)
      WHERE r.kind IN ('hide', 'set', 'delete') AND k.name <> 'erase'),
    'erase_at', at + (
      SELECT d.erase_after FROM reeve.catalog_action d
      WHERE d.app = c.app AND d.verb = action_plan.verb AND d.collection_id = c.collection_id
        AND k.has_window))
  INTO plan;
  plan := plan || jsonb_build_object('outside', (
    SELECT jsonb_agg(o.effect ORDER BY o.effect)
    FROM reeve.outside_select(c, verb, ARRAY[action_plan.key]) o
    WHERE o.fields IS NOT NULL OR o.error IS NOT NULL));
  plan := plan - ARRAY(
    SELECT n FROM unnest('{jobs,outside,files}'::text[]) n WHERE plan ->> n IS NULL);
  IF plan ->> 'label' IS NULL AND k.name = 'erase' THEN
    plan := plan || jsonb_build_object('label', (
      SELECT l.label FROM reeve.label l
      WHERE l.collection_id = c.collection_id AND l.key = action_plan.key));
  END IF;
  IF plan ->> 'label' IS NULL THEN
    RETURN jsonb_build_object('refusal', jsonb_build_object('code', 'notfound', 'message',
      format('there is no %s:%s', collection, key)));
  END IF;
  IF k.name = 'erase' THEN
    erasure := reeve.erase_plan(c, key);
    plan := plan || jsonb_strip_nulls(erasure - 'effects') || jsonb_build_object(
      'effects', (plan -> 'effects') || (erasure -> 'effects'), 'irreversible',
      (plan ->> 'irreversible')::bigint + (erasure ->> 'irreversible')::bigint);
  END IF;
  plan := plan || jsonb_build_object('danger', reeve.plan_grade(k, plan));
  plan := plan || CASE WHEN reeve.action_is_enforced(c, k, verb) THEN '{"enforced": true}'::jsonb
    ELSE '{"enforced": false,
      "warning": "recorded, NOT enforced: nothing in the app makes it hold"}' END;
  needs := reeve.approval_need(login, c, k, verb, ARRAY[key]
    || CASE WHEN k.name = 'merge' THEN ARRAY[terms.name] END, plan, at, NULL);
  IF needs IS NOT NULL THEN
    plan := plan || jsonb_build_object('approval', jsonb_build_object('rules', needs, 'others',
      reeve.person_others(reeve.approval_eligible(c, k, verb, key,
        CASE WHEN k.name = 'merge' THEN terms.name END), login)));
  END IF;
  IF k.name <> 'erase' THEN
    plan := plan || jsonb_build_object('kept', reeve.plan_kept(plan -> 'effects'));
  END IF;
  IF k.name = 'merge' THEN
    plan := plan || reeve.merge_plan(c, key, terms.name);
  ELSIF k.bars AND reeve.member_holds('moderator') THEN
    plan := plan || reeve.account_plan(c, key, terms.until);
  END IF;
  SELECT * INTO barred FROM reeve.action_barred(login, c, k, verb, key,
    CASE WHEN k.name = 'merge' THEN terms.name END);
  IF barred.code IS NULL AND k.name = 'merge' THEN
    SELECT * INTO barred FROM reeve.merge_barred(c, key, terms.name, (terms.given).despite_ban);
  END IF;
  IF barred.code IS NOT NULL THEN
    plan := plan || jsonb_build_object('refusal', jsonb_build_object(
      'code', barred.code, 'message', barred.message));
  END IF;
  RETURN plan;
END
$$;

COMMENT ON FUNCTION reeve.action_plan(text, text, text, text, jsonb) IS
  'Returns the plan of a verb, without writing: rows and examples per effect, the people who are '
  'notified, the irreversible effects, what is sent outside the database, the danger, and why it '
  'needs a second person and whom. args: as in action_terms. Needs viewer; locks nothing.';

GRANT EXECUTE ON FUNCTION reeve.action_plan(text, text, text, text, jsonb) TO reeve_viewer;
