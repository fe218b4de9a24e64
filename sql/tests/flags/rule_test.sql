-- Rules count what happened; a senior tries one on the past before it opens cases, and never acts.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT no_plan();
UPDATE reeve.flag SET is_live = FALSE;
CREATE ROLE shop_web LOGIN;
GRANT reeve_app TO shop_web;
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".deal ADD missed_at timestamptz;
-- No collection, so that only its owner may read it.
CREATE TABLE "Odd Shop".secret(id bigint, at timestamptz);
CREATE FUNCTION "Odd Shop".evil(id bigint) RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE "Odd Shop".stall SET title = 'Evil';
  SET search_path = nowhere;
  PERFORM pg_advisory_lock(1234);
  RETURN 'deal:' || id;
END
$$;
RESET ROLE;

CREATE FUNCTION pg_temp.rules(patch jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.manifest() || jsonb_build_object('flags', coalesce(jsonb_object_agg(p.key,
    '{"collection": "person", "policy": "spam", "propose": {"verb": "suspend", "for": "7d"}}'
    || p.value), '{}')) FROM jsonb_each(patch) p
$$;
CREATE FUNCTION pg_temp.rule(events text, more_than int DEFAULT 2, within text DEFAULT '30d')
RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('rule', jsonb_build_object('events', events, 'more_than', more_than,
    'within', within))
$$;
CREATE FUNCTION pg_temp.missed(patch jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('missed', patch || pg_temp.rule(
    'SELECT d.buyer_id AS key, d.missed_at AS at, ''deal:'' || d.id AS what
    FROM "Odd Shop".deal d WHERE d.missed_at IS NOT NULL -- whoever did not come'))
$$;

-- What a catalog may say.
SELECT is(array_agg(f.path || ' ' || f.code) FILTER (WHERE f.path IS NOT NULL), w::text[], e)
FROM (VALUES
  ('SELECT 1 AS key, now() AS at, '''' AS what', NULL),
  ('SELECT 1 AS key, now() AS at', '{/flags/r/rule/events expression}'),
  ('SELECT 1 AS key, now() AS at, '''' AS what;', '{/flags/r/rule/events expression}'),
  ('SELECT 1 AS key, ''x''::xml AS at, '''' AS what', '{/flags/r/rule/events expression}'),
  ('WITH d AS (DELETE FROM "Odd Shop".deal RETURNING *)
    SELECT id AS key, now() AS at, '''' AS what FROM d', '{/flags/r/rule/events expression}'),
  ('SELECT u.id AS key, u.created_at AS at, u.email AS what FROM randevoo.users u',
    '{/flags/r/rule/events expression}'),
  ('SELECT m.role_name AS key, now() AS at, '''' AS what FROM reeve.member m',
    '{/flags/r/rule/events expression}')) v(e, w)
LEFT JOIN LATERAL reeve.catalog_check(
  pg_temp.rules(jsonb_build_object('r', pg_temp.rule(e)))) f ON TRUE
GROUP BY e, w;
SELECT is(array_agg(f.path || ' ' || f.code), '{/flags/missed/propose missing}',
  'a rule has to propose something')
FROM reeve.catalog_check(jsonb_set(pg_temp.rules(pg_temp.missed()), '{flags,missed}',
  pg_temp.rules(pg_temp.missed()) #> '{flags,missed}' #- '{propose}')) f;
SELECT throws_ok(format('SELECT count(*) FROM reeve.catalog_apply(%L)', pg_temp.rules(
  jsonb_build_object('r', pg_temp.rule(
    'SELECT s.id AS key, s.at, '''' AS what FROM "Odd Shop".secret s')))), 'RV005',
  'reeve_reader_shop cannot evaluate the rule "r": the app''s own code or constraints refused it: '
  'permission denied for table secret',
  'the owner may read it, the app''s reader not');

SELECT ok((SELECT count(*) FROM reeve.catalog_apply(pg_temp.rules(pg_temp.missed()))) > 0);
SELECT is((SELECT count(*)::int FROM pg_trigger t JOIN reeve.collection c ON c.relation = t.tgrelid
  WHERE c.app = 'shop' AND c.name = 'person' AND t.tgname ~ 'capture'), 0,
  'a rule needs no triggers');
\ir ../fixtures/worker.sql
-- One job, until it ends: its last state, and what its log says.
CREATE FUNCTION pg_temp.work(worker_id int, nonce uuid, OUT state text, OUT notes text)
LANGUAGE plpgsql AS $$
DECLARE
  job bigint := pg_temp.attempt(worker_id, nonce, 'moderation.rule', '{}', 'shop');
BEGIN
  LOOP
    SELECT a.state, coalesce(notes || a.note, a.note, notes) INTO state, notes
    FROM reeve.job_advance(job, 1, 250) a;
    EXIT WHEN state <> 'running';
  END LOOP;
END
$$;
CREATE FUNCTION pg_temp.cases() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(k.key || coalesce(' ' || k.outcome, ''), ', ' ORDER BY k.case_id)
  FROM reeve.case k JOIN reeve.collection c USING (collection_id) WHERE c.app = 'shop'
$$;

-- Bert missed four deals 60 days ago and Carl four yesterday; Olga two, which is not too many.
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, missed_at)
SELECT 100 + 10 * b.id + n, 'c', b.id, 'over',
  now() - b.days * interval '1 day' + n * interval '1 h'
FROM (VALUES (1, 1, 2), (2, 60, 4), (3, 1, 4)) b(id, days, missed), generate_series(1, b.missed) n;

-- Who may try one, and switch it on.
SET SESSION AUTHORIZATION shop_web;
SELECT throws_ok(s, '42501', NULL, s) FROM (VALUES
  ($$SELECT * FROM reeve.flag_rule_list(NULL)$$),
  ($$SELECT * FROM reeve.flag_rule_test('shop', 'missed', 90, 9)$$),
  ($$SELECT * FROM reeve.flag_rule_perform('on', 'shop', 'missed', NULL)$$),
  ($$UPDATE reeve.flag_state SET on_since = now()$$)) v(s);
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok($$SELECT * FROM reeve.flag_rule_test('shop', 'missed', 90, 9)$$, 'RV002', NULL,
  'a viewer tries none');
SELECT results_eq(
  $$SELECT name, finds, proposes, on_since, hits FROM reeve.flag_rule_list('shop')$$,
  $$VALUES ('missed', 'more than 2 within 30d', 'suspend for 7d', NULL::timestamptz, 0::bigint)$$,
  'they see that it is off');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT code FROM reeve.flag_rule_perform('on', 'shop', 'missed', 'x')), 'rank',
  'a moderator does not switch it on');
SELECT throws_ok($$SELECT * FROM reeve.flag_rule_test('shop', 'nope', 90, 9)$$, 'RV004',
  'there is no rule nope');
SELECT throws_ok($$SELECT * FROM reeve.flag_rule_test(NULL, 'missed', 0, 9)$$, 'RV001');
SELECT throws_ok($$SELECT * FROM reeve.flag_test('shop', 'missed', 9)$$, 'RV004');
SELECT throws_ok($$SELECT * FROM reeve.flag_rule_perform('start', 'shop', 'missed', '')$$, 'RV001');
SELECT results_eq($$SELECT key, label, words, outcome, raised, upheld FROM
  reeve.flag_rule_test(NULL, 'shop/missed', 90, 9)$$, $$VALUES
  ('2', 'Bert Buyer', '4 within 3 h, more than 2 within 30d: deal:124, deal:123, deal:122, '
    'deal:121', '', 2::bigint, 0::bigint),
  ('3', 'Carl Client', '4 within 3 h, more than 2 within 30d: deal:134, deal:133, deal:132, '
    'deal:131', '', 2, 0)$$, 'what it would have raised');
SELECT is((SELECT string_agg(key, ' ') FROM reeve.flag_rule_test('shop', 'missed', 30, 9)), '3',
  'in 30 days');
SELECT is((SELECT array_agg(key || raised) FROM reeve.flag_rule_test('shop', 'missed', 90, 1)),
  '{22}', 'the numbers are of all');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.report), 0, 'a trial writes nothing');
SELECT is((SELECT state FROM pg_temp.work(:worker_id, :'nonce')), 'completed');
SELECT is(pg_temp.cases(), NULL, 'one that is off raises nothing');

SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.flag_rule_perform('on', 'shop', 'missed', 'tried')), 'done');
SELECT is((SELECT code FROM reeve.flag_rule_perform('on', 'shop', 'missed', '')), 'state');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT m.actor, m.kind, m.code, j.subject, j.reason
  FROM reeve.command m JOIN reeve.job_reason j USING (command_id) WHERE m.kind ~ '^rule'
  ORDER BY m.command_id$$, $$VALUES ('shop_ann', 'rule.on', 'rank', 'rule shop/missed', 'x'),
  ('shop_sam', 'rule.on', NULL, 'rule shop/missed', 'tried'),
  ('shop_sam', 'rule.on', 'state', 'rule shop/missed', NULL)$$, 'all of it is on record');

-- Once, while a case of it is open.
SELECT results_eq(format('SELECT * FROM pg_temp.work(%s, %L)', :worker_id, :'nonce'),
  $$VALUES ('completed', 'rule missed: 1 reported')$$);
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT key, policy_name, severity FROM reeve.case_queue('shop')$$,
  $$VALUES ('3', 'spam', 'high')$$, 'Bert''s are too long ago');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT words, rule, proposes FROM reeve.report$$, $$VALUES
  ('missed: 4 within 3 h, more than 2 within 30d: deal:134, deal:133, deal:132, deal:131; '
    'suspend for 7d is proposed', 'shop/missed', 'suspend for 7d')$$);
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, missed_at)
SELECT 200 + n, 'c', 3, 'over', now() - n * interval '1 min' FROM generate_series(1, 3) n;
SELECT is((SELECT notes FROM pg_temp.work(:worker_id, :'nonce')), NULL);
SELECT is((SELECT count(*)::int FROM reeve.report), 1, 'what goes on adds nothing to an open case');
SELECT is((SELECT count(*)::int FROM reeve.action), 0, 'and nothing is done');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.case_perform('close', q.case_id,
  '{"outcome": "upheld", "why": "x"}')), 'done') FROM reeve.case_queue('shop') q;
RESET SESSION AUTHORIZATION;
SELECT is((SELECT notes FROM pg_temp.work(:worker_id, :'nonce')), NULL,
  'nor does what was reported come again when the case is closed');
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT key, outcome, policy, raised, upheld, cited, dismissed
  FROM reeve.flag_rule_test('shop', 'missed', 90, 9) ORDER BY 1$$, $$VALUES
  ('2', '', NULL, 2::bigint, 1::bigint, 1::bigint, 0::bigint),
  ('3', 'upheld', 'spam', 2, 1, 1, 0)$$, 'how much of it was upheld');
RESET SESSION AUTHORIZATION;
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, missed_at)
SELECT 300 + n, 'c', 3, 'over', clock_timestamp() FROM generate_series(1, 3) n;
SELECT is((SELECT notes FROM pg_temp.work(:worker_id, :'nonce')), 'rule missed: 1 reported',
  'but as many again do');

-- What an act in force answers opens no case.
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "fraud", "for": "30d"}', NULL)), 'done');
RESET SESSION AUTHORIZATION;
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, missed_at)
SELECT 400 + n, 'c', 1, 'over', clock_timestamp() FROM generate_series(1, 3) n;
SELECT is((SELECT state FROM pg_temp.work(:worker_id, :'nonce')), 'completed');
SELECT is(reeve.case_intake(), 1, 'only Carl''s report waits');
SELECT is(pg_temp.cases(), '3 upheld, 3', 'Olga is banned already');
SET SESSION AUTHORIZATION shop_sam;
SELECT results_eq($$SELECT outcome, decided_by ~ '^A\d+$', raised, answered
  FROM reeve.flag_rule_test('shop', 'missed', 9, 9) WHERE key = '1'$$,
  $$VALUES ('answered', TRUE, 1::bigint, 1::bigint)$$, 'which a trial says, too');
RESET SESSION AUTHORIZATION;

-- A rule that changes is another one.
SELECT ok((SELECT count(*) FROM reeve.catalog_apply(pg_temp.rules(
  pg_temp.missed('{"propose": {"verb": "ban"}}')))) > 0);
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq(
  $$SELECT on_since, on_by, note, judged, upheld FROM reeve.flag_rule_list('shop')$$,
  $$VALUES (NULL::timestamptz, 'shop_sam', 'changed since it was switched on', 1, 1)$$,
  'what somebody else wrote is off');
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT count(*) FROM reeve.catalog_apply(pg_temp.rules(pg_temp.missed()))) > 0);
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.flag_rule_perform('on', 'shop', 'missed', NULL)), 'done');
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT count(*) FROM reeve.catalog_apply(pg_temp.rules('{}'))) > 0);
SELECT ok((SELECT count(*) FROM reeve.catalog_apply(pg_temp.rules(pg_temp.missed()))) > 0);
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT on_since FROM reeve.flag_rule_list('shop')), NULL, 'so is one that was gone');
RESET SESSION AUTHORIZATION;

-- Hostile rules: nothing that one writes stays, each fails alone, and what is after them runs.
SELECT ok((SELECT count(*) FROM reeve.catalog_apply(pg_temp.rules(jsonb_build_object(
  'a-writes', pg_temp.rule('SELECT p.id AS key, now() - interval ''1 s'' AS at,
    "Odd Shop".evil(p.id) AS what FROM "Odd Shop"."Person" p', 0),
  'b-ends-not', pg_temp.rule('SELECT 1 AS key, now() AS at, pg_sleep(20)::text AS what'),
  'c-million', pg_temp.rule('SELECT CASE WHEN g <= 12 THEN 1 + g % 4 ELSE g / 2 END AS key,
    now() - interval ''1 s'' AS at, repeat(''x'', 200) AS what
    FROM generate_series(1, 1000000) g', 1),
  'd-other', pg_temp.rule('SELECT ''person:1'' AS key, now() AS at, '''' AS what', 0),
  'e-null', pg_temp.rule('SELECT NULL AS key, NULL::timestamptz AS at, NULL AS what', 0))
  || jsonb_set(pg_temp.missed(), '{missed,rule,more_than}', '3')))) > 0);
UPDATE reeve.flag_state s SET on_since = now(), ran_at = NULL
FROM reeve.flag f WHERE f.flag_id = s.flag_id AND f.app = 'shop' AND f.is_live;
DELETE FROM reeve.flag_hit;
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, missed_at)
SELECT 500 + n, 'c', 4, 'over', clock_timestamp() FROM generate_series(1, 4) n;
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.rule', '{}', 'shop') AS job \gset
-- missed, which has the lowest number, and a-writes; then b-ends-not is next.
SELECT string_agg((reeve.job_advance(:job, 1, 250)).state, ' ') AS begun
FROM generate_series(1, 5) \gset
SET LOCAL statement_timeout = '1s';
SELECT is((SELECT note FROM reeve.job_advance(:job, 1, 250)),
  'rule b-ends-not: it takes longer than 1s', 'one that takes too long is given up');
SET LOCAL statement_timeout = 0;
DO $$ BEGIN
  WHILE (SELECT state FROM reeve.job_advance(
    (SELECT max(job_id) FROM reeve.job_run), 1, 250)) = 'running' LOOP END LOOP;
END $$;
SELECT results_eq($$SELECT f.name, s.hits > 0, s.failed_at IS NOT NULL, x.cause
  FROM reeve.flag f JOIN reeve.flag_state s USING (flag_id)
  LEFT JOIN reeve.change_fault x ON x.reader = 'flag ' || f.name
  WHERE f.app = 'shop' AND f.is_live ORDER BY 1$$, $$VALUES
  ('a-writes', TRUE, FALSE, NULL), ('b-ends-not', FALSE, TRUE, 'it takes longer than 1s'),
  ('c-million', TRUE, FALSE, NULL),
  ('d-other', FALSE, TRUE, 'invalid input syntax for type bigint: "person:1"'),
  ('e-null', FALSE, FALSE, NULL), ('missed', TRUE, FALSE, NULL)$$, 'each by itself');
SELECT is((SELECT count(*)::int FROM "Odd Shop".stall WHERE title = 'Evil'), 0,
  'nothing is written');
SELECT is((SELECT count(*)::int FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.pid = pg_backend_pid() AND l.objid = 1234), 0);
SET SESSION AUTHORIZATION shop_sam;
SELECT results_eq($$SELECT key, raised, char_length(words) < 600
  FROM reeve.flag_rule_test('shop', 'c-million', 1, 9) ORDER BY 1$$,
  $$VALUES ('1', 4::bigint, TRUE), ('2', 4, TRUE), ('3', 4, TRUE), ('4', 4, TRUE)$$,
  'of a million, those that are persons');
SELECT throws_ok($$SELECT * FROM reeve.flag_rule_test('shop', 'd-other', 1, 9)$$, '22P02');
RESET SESSION AUTHORIZATION;

-- A rule that took its session with it: the next attempt passes it over.
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.rule', '{}', 'shop') AS job \gset
SELECT (reeve.job_advance(:job, 1, 250)).state AS a \gset
UPDATE reeve.job_run SET lease = 2 WHERE job_id = :job;
SELECT is((SELECT note FROM reeve.job_advance(:job, 2, 250)), 'rule missed: it did not end');
SELECT isnt((SELECT note FROM reeve.job_advance(:job, 2, 250)), 'rule missed: it did not end');
SELECT * FROM finish();
ROLLBACK;
