CREATE OR REPLACE FUNCTION reeve.batch_execute(
  b reeve.batch, keys text[], actor text, principal text,
  OUT totals jsonb, OUT changed int, OUT refusals jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  at timestamptz := clock_timestamp();
  c reeve.collection;
  k reeve.action_kind;
  terms record;
  barred record;
  locked record;
  patience constant text := current_setting('lock_timeout');
  people text[];
  act reeve.action;
  able text[];
  labels text[];
  ids bigint[];
  effects jsonb;
  needs text[];
  worse text;
BEGIN
  SELECT l.* INTO c FROM reeve.collection l WHERE l.collection_id = b.collection_id;
  k := reeve.action_declared(c, b.verb, b.args);
  SELECT * INTO terms FROM reeve.action_terms(c, k, b.verb, b.args, at);
  SELECT * INTO barred FROM reeve.action_barred(b.asked_by, c, k, b.verb, NULL);
  IF barred.code IS NOT NULL OR terms.problem IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'RV900', MESSAGE = coalesce(barred.message, terms.problem);
  END IF;
  IF k.needs_policy AND b.approval_id IS NULL THEN
    PERFORM reeve.turns_take(ARRAY['quota ' || reeve.person_name(b.asked_by)]);
  END IF;
  IF k.name = 'hold' THEN
    -- Waits for a running step of an erasure.
    PERFORM reeve.turn_take('hold ' || c.app);
  END IF;
  people := ARRAY(
    SELECT b.asked_by UNION SELECT batch_execute.actor UNION SELECT a.decided_by
    FROM reeve.approval a WHERE a.approval_id = b.approval_id AND a.decided_by IS NOT NULL);
  -- Locks the rows before it reads what is recorded about them, as every command does.
  locked := reeve.batch_lock(b, keys);
  able := locked.free;
  labels := locked.labels;
  SELECT coalesce(jsonb_agg(x), '[]') INTO refusals FROM (
    SELECT * FROM reeve.batch_barred(people, c, k, b.verb, keys, terms.name, terms.until,
      terms.grace, terms.is_protecting)
    UNION ALL
    SELECT p.key, 'approval', format('a tag protects %s:%s: it needs a second person',
      c.name, p.key)
    FROM reeve.subject_protected(b.asked_by, c.collection_id, keys) p(key)
    WHERE b.approval_id IS NULL AND k.needs_policy AND (b.ceiling ->> 'protected')::int = 0
      AND EXISTS (SELECT FROM reeve.approval_rule l
        WHERE l.is_protected AND coalesce(l.app, c.app) = c.app)
    UNION ALL
    SELECT u, 'busy', 'somebody else is changing it' FROM unnest(locked.busy) u) x;
  IF refusals <> '[]' THEN
    SELECT array_agg(u.key), array_agg(u.label) INTO able, labels
    FROM unnest(able, labels) u(key, label)
    WHERE u.key NOT IN (SELECT x ->> 'key' FROM jsonb_array_elements(refusals) x);
  END IF;
  totals := b.totals;
  changed := coalesce(cardinality(able), 0);
  IF changed = 0 THEN
    PERFORM reeve.command_record(b.verb, actor, principal, c.collection_id,
      code => refusals #>> '{0,code}', batch_id => b.batch_id, detail => jsonb_build_object(
        'from', b.seen + 1, 'upto', b.seen + cardinality(keys)));
    RETURN;
  END IF;
  WITH made AS (
    INSERT INTO reeve.action(verb, collection_id, key, actor, principal, policy, grace, severity,
      reason, public_reason, until, name, is_protecting, approval_id, erase_at, performed_at,
      batch_id, evidence_id, clause_id, term_id, deed_at, reply_id)
    SELECT b.verb, c.collection_id, u.key, batch_execute.actor, batch_execute.principal,
      terms.policy, terms.grace, terms.severity, terms.reason,
      CASE WHEN terms.reply_id IS NULL THEN terms.public_reason ELSE reeve.reply_reason(
        terms.reply_id, u.label, terms.policy, c.app, terms.until, terms.name) END, terms.until,
      terms.name, terms.is_protecting, b.approval_id, at + (
        SELECT d.erase_after FROM reeve.catalog_action d
        WHERE d.app = c.app AND d.verb = b.verb AND d.collection_id = c.collection_id
          AND k.has_window), at, b.batch_id,
      v.evidence_id, x.clause_id, x.term_id, x.deed_at, terms.reply_id
    FROM unnest(able, labels) WITH ORDINALITY u(key, label, place)
    LEFT JOIN reeve.action_cited(c, terms.policy, able, at) x ON x.key = u.key
    LEFT JOIN reeve.evidence_capture(c.collection_id,
      CASE WHEN reeve.rule_destroys(c, b.verb) THEN '{}' ELSE able END) v ON v.key = u.key
    ORDER BY u.place
    RETURNING action_id, key)
  SELECT array_agg(m.action_id ORDER BY m.action_id), array_agg(m.key ORDER BY m.action_id),
    array_agg(u.label ORDER BY m.action_id)
  INTO ids, able, labels
  FROM made m JOIN unnest(able, labels) u(key, label) USING (key);
  SELECT a.* INTO act FROM reeve.action a WHERE a.action_id = ids[1];
  INSERT INTO reeve.label(collection_id, key, label)
  SELECT c.collection_id, u.key, u.label FROM unnest(able, labels) u(key, label)
  ON CONFLICT (collection_id, key) DO UPDATE SET label = EXCLUDED.label;
  INSERT INTO reeve.mark(action_id, collection_id, key, kind, name, until, is_protecting)
  SELECT u.action_id, c.collection_id, u.key, k.name, coalesce(terms.name, b.verb), terms.until,
    terms.is_protecting
  FROM unnest(ids, able) u(action_id, key) WHERE k.is_marking;
  PERFORM reeve.outside_put(c, b.verb, ids, able);
  PERFORM set_config('lock_timeout', locked.patience, TRUE);
  SELECT coalesce(jsonb_agg(e.body || jsonb_build_object('rows', (e.body ->> 'rows')::int
    + coalesce((
      SELECT (o ->> 'rows')::int FROM jsonb_array_elements(totals -> 'effects') o
      WHERE o ->> 'rule' = e.body ->> 'rule'), 0)) ORDER BY e.place), '[]')
  INTO effects
  FROM reeve.rule_run(c, b.verb, act, able, at, ids) r
  CROSS JOIN LATERAL jsonb_array_elements(r.effects) WITH ORDINALITY e(body, place);
  PERFORM set_config('lock_timeout', patience, TRUE);
  totals := totals || jsonb_build_object('effects', effects, 'danger', 'severe',
    'until', terms.until,
    'owed', coalesce((totals ->> 'owed')::int, 0) + (
      SELECT count(*) FROM reeve.outbox o WHERE o.action_id = ANY (ids)),
    'irreversible', (totals ->> 'irreversible')::int + (
      SELECT count(*) FROM reeve.effect e WHERE e.action_id = ANY (ids) AND NOT e.is_reversible));
  -- Several steps may notify one person, who is counted in the first; all are counted at the end.
  totals := totals || jsonb_build_object('people', CASE
    WHEN b.seen + cardinality(keys) >= b.subjects THEN (
      SELECT count(DISTINCT (o.collection_id, o.key))
      FROM reeve.action a JOIN reeve.outbox o USING (action_id)
      WHERE a.batch_id = b.batch_id)
    ELSE coalesce((totals ->> 'people')::int, 0) + (
      SELECT count(*)
      FROM (
        SELECT DISTINCT o.collection_id, o.key FROM reeve.outbox o
        WHERE o.action_id = ANY (ids)) n
      WHERE (
        SELECT x.outbox_id FROM reeve.outbox x
        WHERE x.collection_id = n.collection_id AND x.key = n.key AND x.act = 'B' || b.batch_id
          AND x.action_id NOT IN (SELECT i FROM unnest(ids) i)
        ORDER BY x.outbox_id DESC LIMIT 1) IS NULL) END);
  totals := totals || jsonb_build_object('notices', totals -> 'people');
  worse := reeve.plan_worse(b.ceiling, totals);
  IF worse IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'RV900',
      MESSAGE = 'it would do more than the plan that was seen: ' || worse;
  ELSIF b.approval_id IS NULL THEN
    needs := reeve.approval_need(b.asked_by, c, k, b.verb, able, totals, at, act.action_id);
    IF needs IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900',
        MESSAGE = 'it needs a second person by now: ' || array_to_string(needs, '; ');
    END IF;
  END IF;
  IF act.policy IS NOT NULL THEN
    PERFORM reeve.strike_propose(ids);
  END IF;
  PERFORM reeve.job_put(ARRAY(
    SELECT jsonb_build_object('app', c.app, 'collection_id', c.collection_id,
      'args', jsonb_build_object('action_ids', ids)) || j.body
    FROM (VALUES
      (EXISTS (
          SELECT FROM reeve.rule r
          WHERE r.app = c.app AND r.verb = b.verb AND r.collection_id = c.collection_id
            AND r.is_live AND NOT r.is_own),
        jsonb_build_object('kind', 'moderation.sweep')),
      (act.until < 'infinity',
        jsonb_build_object('kind', 'moderation.lift', 'due_at', act.until, 'args', '{}'::jsonb)),
      (act.erase_at IS NOT NULL,
        jsonb_build_object('kind', 'moderation.erase', 'due_at', act.erase_at,
          'args', '{}'::jsonb)),
      (EXISTS (SELECT FROM reeve.outbox o WHERE o.action_id = ANY (ids)),
        jsonb_build_object('kind', 'notify.deliver', 'delay', '60 seconds', 'args', '{}'::jsonb))
      ) j(is_due, body)
    WHERE j.is_due), b.asked_by);
  PERFORM reeve.command_record(b.verb, actor, principal, c.collection_id, batch_id => b.batch_id,
    detail => jsonb_build_object('from', b.seen + 1, 'upto', b.seen + cardinality(keys),
      'refused', jsonb_array_length(refusals),
      'actions', jsonb_build_array(ids[1], ids[cardinality(ids)])));
  PERFORM reeve.tables_analyze();
END
$$;

COMMENT ON FUNCTION reeve.batch_execute(reeve.batch, text[], text, text) IS
  'Performs the batch''s verb on these subjects, set-based: one action each with everything it '
  'changes, and one record of all. Returns the subjects that it could not be performed on, with '
  'the reason. RV900: the batch may not continue (rank, quota, worse than planned) and nothing '
  'was done. Locks the rows FOR NO KEY UPDATE, as reeve.batch_lock does.';
