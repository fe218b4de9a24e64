CREATE OR REPLACE FUNCTION reeve.batch_estimate(
  verb text, s reeve.selection, args jsonb, who text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  at timestamptz := statement_timestamp();
  c reeve.collection;
  k reeve.action_kind;
  terms record;
  barred record;
  able text[];
  left_out jsonb;
  needs text[];
  plan jsonb;
BEGIN
  SELECT l.* INTO c FROM reeve.collection l WHERE l.collection_id = s.collection_id;
  k := reeve.action_declared(c, verb, args);
  SELECT * INTO terms FROM reeve.action_terms(c, k, verb, args, at);
  SELECT * INTO barred FROM reeve.action_barred(who, c, k, verb, NULL);
  IF terms.problem IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', jsonb_build_object(
      'code', 'argument', 'message', terms.problem));
  ELSIF k.name = 'erase' THEN
    RETURN jsonb_build_object('refusal', jsonb_build_object('code', 'argument', 'message',
      'an erasure is of one subject, whom two seniors have looked at'));
  ELSIF k.name = 'merge' THEN
    RETURN jsonb_build_object('refusal', jsonb_build_object('code', 'argument', 'message',
      'a merge is of two accounts that somebody has compared, not of a selection'));
  ELSIF barred.code IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', to_jsonb(barred));
  END IF;
  WITH barred AS MATERIALIZED (
    SELECT * FROM reeve.batch_barred(ARRAY[who], c, k, verb, s.keys, terms.name, terms.until,
      terms.grace, terms.is_protecting))
  SELECT ARRAY(
      SELECT u.key FROM unnest(s.keys) WITH ORDINALITY u(key, place)
      WHERE NOT EXISTS (SELECT FROM barred b WHERE b.key = u.key) ORDER BY u.place), (
      SELECT jsonb_agg(jsonb_build_object(
        'code', g.code, 'subjects', g.subjects, 'message', g.message) ORDER BY g.subjects DESC)
      FROM (SELECT b.code, count(*) AS subjects, min(b.message) AS message
        FROM barred b GROUP BY b.code) g)
  INTO able, left_out;
  plan := jsonb_build_object(
    'verb', verb, 'kind', k.name, 'app', c.app, 'collection', c.name, 'selection', s.name,
    'subjects', cardinality(able), 'barred', coalesce(left_out, '[]'), 'until', terms.until,
    'policy', terms.policy, 'severity', terms.severity, 'public', terms.public_reason,
    'name', terms.name, 'protects', terms.is_protecting, 'danger', 'severe',
    'erase_at', at + (
      SELECT d.erase_after FROM reeve.catalog_action d
      WHERE d.app = c.app AND d.verb = batch_estimate.verb
        AND d.collection_id = c.collection_id AND k.has_window));
  IF able = '{}' THEN
    RETURN plan || jsonb_build_object('refusal', jsonb_build_object('code', left_out #>> '{0,code}',
      'message', 'none of them can be acted on: ' || (left_out #>> '{0,message}')));
  END IF;
  WITH row AS MATERIALIZED (
    SELECT r.rule_id, r.kind, f.root, f.key, f.label, f.notify
    FROM reeve.rule r
    CROSS JOIN LATERAL reeve.app_select(
      r.rule_id, able, at, terms.until, terms.grace, 'read each', NULL) f
    WHERE r.app = c.app AND r.verb = batch_estimate.verb
      AND r.collection_id = c.collection_id AND r.is_live),
  told AS (
    SELECT t.entry ->> 'collection' AS collection_id, t.entry ->> 'key' AS key
    FROM row CROSS JOIN LATERAL jsonb_array_elements(row.notify) t(entry)
    WHERE row.notify IS NOT NULL AND t.entry ? 'template'),
  effect AS (
    SELECT r.seq, r.is_reversible, r.kind, count(row.key) AS rows, jsonb_build_object(
      'rule', r.rule_id, 'name', r.name, 'collection', l.name, 'kind', r.kind,
      'rows', count(row.key), 'reversible', r.is_reversible,
      'examples', coalesce((
        SELECT jsonb_agg(jsonb_build_object('key', x.key, 'label', x.label))
        FROM (SELECT row.key, row.label FROM row WHERE row.rule_id = r.rule_id LIMIT 3) x), '[]'))
      AS body
    FROM reeve.rule r
    JOIN reeve.collection l ON l.collection_id = r.affected_id
    LEFT JOIN row USING (rule_id)
    WHERE r.app = c.app AND r.verb = batch_estimate.verb
      AND r.collection_id = c.collection_id AND r.is_live
    GROUP BY r.rule_id, l.name),
  costly AS (
    SELECT row.root AS key, count(*) AS rows FROM row WHERE row.kind IN ('hide', 'set', 'delete')
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3)
  SELECT plan || jsonb_build_object(
    'effects', coalesce((SELECT jsonb_agg(e.body ORDER BY e.seq) FROM effect e), '[]'),
    'people', (SELECT count(DISTINCT (t.collection_id, t.key)) FROM told t),
    'notices', (SELECT count(DISTINCT (t.collection_id, t.key)) FROM told t),
    'irreversible', coalesce((
      SELECT sum(e.rows) FROM effect e
      WHERE NOT e.is_reversible AND e.kind IN ('hide', 'set', 'delete')), 0),
    'protected', (SELECT count(*) FROM reeve.subject_protected(who, c.collection_id, able)),
    'again', (
      -- Looked up subject by subject, not joined.
      SELECT count(*) FROM unnest(able) u(key)
      WHERE (
        SELECT a.action_id FROM reeve.action a
        WHERE a.collection_id = c.collection_id AND a.key = u.key AND a.verb = batch_estimate.verb
          AND a.reversed_by IS NULL AND a.until > at LIMIT 1) IS NOT NULL),
    'costliest', coalesce((
      SELECT jsonb_agg(jsonb_build_object('key', x.key, 'label', f.label, 'rows', x.rows)
        ORDER BY x.rows DESC, x.key)
      FROM costly x
      LEFT JOIN reeve.app_find(c.collection_id, '', ARRAY(SELECT y.key FROM costly y), 3) f
        ON f.key = x.key), '[]'))
  INTO plan;
  plan := plan || jsonb_build_object('kept', reeve.plan_kept(plan -> 'effects'));
  plan := plan || CASE WHEN reeve.action_is_enforced(c, k, verb) THEN '{"enforced": true}'::jsonb
    ELSE '{"enforced": false,
      "warning": "recorded, NOT enforced: nothing in the app makes it hold"}' END;
  needs := reeve.approval_need(who, c, k, verb, able, plan, at, NULL);
  IF needs IS NOT NULL THEN
    plan := plan || jsonb_build_object('approval', jsonb_build_object('rules', needs, 'others',
      reeve.person_others(reeve.approval_eligible(c, k, verb, NULL), who)));
  END IF;
  RETURN plan;
END
$$;

COMMENT ON FUNCTION reeve.batch_estimate(text, reeve.selection, jsonb, text) IS
  'Returns the plan of a verb for a whole selection, performed by that login, without writing: the '
  'sums of what action_plan returns, the subjects that are left out and why, how many it already '
  'applies to (again) or are protected, and the subjects with the most dependent rows.';
