-- Four eyes: what needs a second person, who that may be, and what becomes of what waits.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(77);

\ir ../fixtures/worker.sql

ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
-- Tests act faster than people.
UPDATE reeve.approval_rule SET quota = 5 WHERE name = 'quota';

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, CASE WHEN outcome = 'proposed' THEN message END)
  FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_decide(verb text, id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.approval_perform(verb, id, 'test', NULL)
$$;
CREATE FUNCTION pg_temp.reeve_undo(action_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.undo_perform(action_id, 'test', NULL)
$$;

-- A ban without end.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(reeve.action_plan('ban', 'shop', 'person', '1', '{"policy": "spam", "forever": true}')
  -> 'approval', '{"rules": ["permanent: it has no end"], "others": ["shop_bob", "shop_sam"]}',
  'a plan says why it needs a second person, and whom');
SELECT is(pg_temp.reeve_act('ban', 'person', '1',
  '{"policy": "spam", "forever": true, "why": "w"}'),
  'proposed approval P1', 'done, it is proposed instead');
SELECT is(pg_temp.reeve_act('ban', 'person', '1',
  '{"policy": "spam", "forever": true, "why": "w"}'),
  'proposed approval P1', 'once, however often');
SELECT is(pg_temp.reeve_decide('approve', 1), 'refused other', 'nobody approves their own');
SELECT is(pg_temp.reeve_decide('reject', 1), 'refused other', 'nor rejects it: it is withdrawn');
SELECT results_eq(
  'SELECT state, proposed_by, others, why FROM reeve.approval_list(''proposed'', 10)',
  $$VALUES ('proposed', 'shop_ann', '{shop_bob,shop_sam}'::text[], 'w')$$, 'it is listed');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT blocked_until FROM "Odd Shop"."Person" WHERE id = 1), NULL,
  'what waits changes nothing');
SELECT is((SELECT count(*)::int FROM reeve.action), 0, 'and is no action');
SELECT is((SELECT count(*)::int FROM reeve.command WHERE kind = 'propose'), 2,
  'but on the record');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_decide('approve', 1), 'refused rank', 'a viewer approves nothing');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_decide('withdraw', 1), 'refused other', 'nobody withdraws another''s');
SELECT is(pg_temp.reeve_decide('approve', 1), 'done', 'another moderator approves');
SELECT is(pg_temp.reeve_decide('approve', 1), 'refused state', 'once');
SELECT matches((SELECT message FROM reeve.approval_perform('reject', 1, NULL, NULL)),
  '^P1 was approved by shop_bob \(A\d+\)$', 'and whoever comes later is told by whom');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT actor, principal, approval_id FROM reeve.action',
  $$VALUES ('shop_bob', 'shop_ann', 1::bigint)$$, 'the action names both');
SELECT is((SELECT blocked_until FROM "Odd Shop"."Person" WHERE id = 1), 'infinity', 'it is done');
SELECT results_eq($$SELECT kind, actor, principal FROM reeve.command
  WHERE outcome = 'done' AND actor = 'shop_bob' ORDER BY command_id$$,
  $$VALUES ('ban', 'shop_bob', 'shop_ann'), ('approve', 'shop_bob', 'shop_ann')$$,
  'so does the record');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is((SELECT count(*) FROM reeve.command), (SELECT count(*) FROM reeve.chain),
  'every step is sealed, the refused ones too');
SELECT throws_ok('UPDATE reeve.approval SET decided_by = proposed_by WHERE approval_id = 1',
  '23514', NULL, 'that the two are different is held by a constraint');
SELECT throws_ok($$UPDATE reeve.approval SET decided_by = proposed_by, is_single_handed = TRUE
  WHERE approval_id = 1$$, '23514', NULL, 'so is the hour of whoever is alone');

-- Reject, withdraw, lapse.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('ban', 'person', '2', '{"policy": "spam", "forever": true}'),
  'proposed approval P2', 'a second proposal');
SELECT is(pg_temp.reeve_act('ban', 'person', '3', '{"policy": "spam", "forever": true}'),
  'proposed approval P3', 'a third');
SELECT is(pg_temp.reeve_act('ban', 'person', '4', '{"policy": "spam", "forever": true}'),
  'proposed approval P4', 'a fourth');
SELECT is(pg_temp.reeve_decide('withdraw', 3), 'done', 'its proposer withdraws it');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_decide('reject', 2), 'done', 'somebody else rejects it');
SELECT is(pg_temp.reeve_decide('approve', 2), 'refused state', 'then it is over');
SELECT is(pg_temp.reeve_decide('approve', 3), 'refused state', 'as is what was withdrawn');
SELECT is(pg_temp.reeve_decide('approve', 99), 'refused notfound', 'and what never was');
RESET SESSION AUTHORIZATION;
UPDATE reeve.approval SET lapses_at = now() - interval '1 s' WHERE approval_id = 4;
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT state FROM reeve.approval_list(NULL, 1)), 'lapsed', 'a proposal lapses on read');
SELECT is(pg_temp.reeve_decide('approve', 4), 'refused state', 'and cannot be approved');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.lift') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 10)).rows, 1::bigint, 'a job writes that down');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT state, decided_by FROM reeve.approval ORDER BY approval_id',
  $$VALUES ('executed', 'shop_bob'), ('rejected', 'shop_bob'), ('withdrawn', 'shop_ann'),
    ('lapsed', 'system:moderation.lift')$$, 'each has its end, by somebody');

-- The ceiling: what is approved does no more than what was proposed.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('ban', 'person', '3', '{"policy": "spam", "forever": true}'),
  'proposed approval P5', 'proposed anew');
RESET SESSION AUTHORIZATION;
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state) VALUES (30, 'c', 2, 'over');
UPDATE "Odd Shop".deal SET state = 'void' WHERE buyer_id = 3;
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state)
SELECT 100 + n, 'c', 2, 'over' FROM generate_series(1, 3) n;
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_decide('approve', 5), 'refused worse', 'rows that were not there stop it');
RESET SESSION AUTHORIZATION;
DELETE FROM "Odd Shop".deal WHERE id = 30 OR id > 100;
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_decide('approve', 5), 'done', 'less is no worse');

-- What the proposer may no longer do is not done for them.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('ban', 'person', '4', '{"policy": "spam", "forever": true}'),
  'proposed approval P6', 'proposed by a moderator');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member SET rank = 'viewer' WHERE role_name = 'shop_ann';
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_decide('approve', 6), 'refused rank', 'who is none any more');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member SET rank = 'moderator' WHERE role_name = 'shop_ann';

-- Protection, for everybody; and for a day from whoever took it away.
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('tag', 'person', '4', '{"name": "partner", "protect": true}'), 'done',
  'a senior protects');
SELECT is(pg_temp.reeve_act('suspend', 'person', '4', '{"policy": "spam"}'), 'proposed approval P7',
  'against the protected two are needed, seniors too');
SELECT is(pg_temp.reeve_undo((SELECT max(action_id)
  FROM reeve.action_in_force('shop', 'person', '4', 'tag'))), 'done', 'the protection is gone');
SELECT is(pg_temp.reeve_act('warn', 'person', '4', '{"policy": "spam"}'), 'proposed approval P8',
  'not for whoever took it away');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_act('warn', 'person', '4', '{"policy": "spam"}'), 'done', 'but for others');

-- Quota, and what an emergency allows beyond it.
SELECT is(pg_temp.reeve_act('warn', 'person', '2', '{"policy": "spam"}'), 'done', 'two');
SELECT is(pg_temp.reeve_act('warn', 'person', '3', '{"policy": "spam"}'), 'done', 'three');
SELECT is(pg_temp.reeve_act('warn', 'person', '2', '{"policy": "spam"}'), 'done', 'four');
SELECT is(pg_temp.reeve_act('warn', 'person', '3', '{"policy": "spam"}'), 'done', 'five');
SELECT is(pg_temp.reeve_act('warn', 'person', '2', '{"policy": "spam"}'), 'proposed approval P9',
  'the sixth within the hour needs a second person');
SELECT is(pg_temp.reeve_act('note', 'person', '2', '{"why": "x"}'), 'done',
  'notes are not counted');
SELECT is(pg_temp.reeve_act('hide', 'item', '["c", 1]', '{"policy": "spam", "for": "2d"}'),
  'proposed approval P10', 'nor is it hidden for two days');
SELECT is(pg_temp.reeve_act('hide', 'item', '["c", 1]', '{"policy": "spam", "for": "24h"}'), 'done',
  'for a day anyone hides what comes back');
SELECT is(pg_temp.reeve_act('hide', 'item', '["c", 1]', '{"policy": "spam", "for": "24h"}'),
  'proposed approval P11', 'not day after day');
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET performed_at = performed_at - interval '1 hour' WHERE actor = 'shop_bob';
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_act('warn', 'person', '2', '{"policy": "spam"}'), 'done',
  'an hour later it is as before');
RESET SESSION AUTHORIZATION;

-- Nobody acts on themselves, peers or above.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT code FROM reeve.member_link('shop_bob', 'shop', 'person', '2', TRUE)), 'rank',
  'a moderator says of nobody that they are of the team');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.member_link('shop_bob', 'shop', 'person', '2', TRUE)), 'done',
  'a senior does');
SELECT is((SELECT outcome FROM reeve.member_link('shop_sam', 'shop', 'person', '3', TRUE)), 'done',
  'of themselves, too');
SELECT is((SELECT code FROM reeve.member_link('shop_sam', 'shop', 'person', '3', FALSE)), 'self',
  'but does not take that back');
SELECT is((SELECT code FROM reeve.member_link('nobody', 'shop', 'person', '3', TRUE)), 'notfound',
  'and not of others');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_act('verify', 'person', '2', '{}'), 'refused self',
  'nobody verifies themselves');
SELECT is(pg_temp.reeve_act('note', 'person', '2', '{"why": "I was away"}'), 'done',
  'a note is free');
SELECT is(pg_temp.reeve_act('warn', 'person', '3', '{"policy": "spam"}'), 'refused peer',
  'nobody acts against seniors');
SELECT is((SELECT message FROM reeve.action_perform('hide', 'shop', 'item', '["c", 1]',
    '{"policy": "spam"}', NULL)),
  'item:["c", 1] belongs to shop_sam, senior: nobody acts on peers or superiors',
  'nor against what is theirs');
SELECT is(pg_temp.reeve_undo((SELECT min(action_id)
  FROM reeve.action_in_force('shop', 'person', '2', 'warn'))), 'refused self',
  'nor takes back what was done to them');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('warn', 'person', '2', '{"policy": "spam"}'), 'refused peer',
  'nor against peers');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('warn', 'person', '2', '{"policy": "spam"}'), 'done',
  'seniors act against moderators');
RESET SESSION AUTHORIZATION;

-- Alone: an hour's delay, then one confirms oneself, and it is recorded so.
DELETE FROM reeve.member WHERE role_name IN ('shop_ann', 'shop_bob');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('delete', 'item', '["a-1", 4]', '{"policy": "spam"}'),
  'proposed approval P12',
  'one who is alone proposes, too');
SELECT is(pg_temp.reeve_decide('approve', 12), 'refused early', 'and waits an hour');
RESET SESSION AUTHORIZATION;
UPDATE reeve.approval SET proposed_at = proposed_at - interval '61 min' WHERE approval_id = 12;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_ann', 'moderator', 'test');
SAVEPOINT alone;
GRANT reeve_senior TO shop_ann;
UPDATE reeve.member SET rank = 'senior' WHERE role_name = 'shop_ann';
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_decide('approve', 12), 'refused other', 'unless somebody else can by then');
RESET SESSION AUTHORIZATION;
ROLLBACK TO alone;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_decide('approve', 12), 'done', 'then it is confirmed');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT is_single_handed FROM reeve.approval WHERE approval_id = 12), TRUE,
  'single-handed');
SELECT is((SELECT count(*)::int FROM reeve.command WHERE kind = 'approve.single-handed'), 1,
  'on the record as well');

-- Rules of an app's own take the place of Reeve's.
SELECT count(*) FROM reeve.catalog_apply(pg_temp.manifest() || '{"approvals": {
  "stalls": {"kinds": ["warn"], "collections": ["person"], "ranks": ["moderator"]}}}') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_act('ban', 'person', '1', '{"policy": "spam", "forever": true}'), 'done',
  'what the app''s rules do not say needs nobody');
SELECT is(pg_temp.reeve_act('warn', 'person', '1', '{"policy": "spam"}'), 'proposed approval P13',
  'what they say does');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_act('warn', 'person', '1', '{"policy": "spam"}'), 'done',
  'of whom they say it');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT f.path FROM reeve.catalog_check(pg_temp.manifest()
  || '{"approvals": {"a": {"collections": ["nobody"]}}}') f), '/approvals/a/collections/0',
  'a rule names collections that there are');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok('SELECT * FROM reeve.approval', '42501', NULL, 'an admin reads no table');
SELECT throws_ok('SELECT reeve.approval_propose(''ban'', NULL, ''1'', ''{}'', ''{}'')', '42501',
  NULL, 'nor proposes past an action');
RESET SESSION AUTHORIZATION;

-- Which logins are one person's is looked up once, however much that person did within the hour.
UPDATE reeve.approval_rule SET app = NULL, quota = 100000 WHERE name = 'quota';
DELETE FROM reeve.app_part p WHERE p.path = '{approvals}';
SET LOCAL track_functions = 'pl';
CREATE FUNCTION pg_temp.asked() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  before bigint := coalesce((SELECT sum(f.calls) FROM pg_stat_xact_user_functions f
    WHERE f.funcname = 'person_logins'), 0);
BEGIN
  PERFORM reeve.approval_need('shop_sam', c, k, 'warn', '{2}', '{"effects": []}',
    clock_timestamp(), NULL)
  FROM reeve.collection c, reeve.action_kind k
  WHERE c.app = 'shop' AND c.name = 'person' AND k.name = 'warn';
  RETURN (SELECT sum(f.calls) FROM pg_stat_xact_user_functions f
    WHERE f.funcname = 'person_logins') - before;
END
$$;
SELECT pg_temp.asked() AS asked \gset
SET LOCAL session_replication_role = replica;
INSERT INTO reeve.action OVERRIDING SYSTEM VALUE
SELECT (jsonb_populate_record(o.a, jsonb_build_object(
    'action_id', (o.a).action_id + n * 1000000, 'actor', 'shop_sam', 'principal', NULL,
    'approval_id', NULL, 'performed_at', clock_timestamp()))).*
FROM (SELECT a FROM reeve.action a WHERE a.verb = 'warn' LIMIT 1) o, generate_series(1, 300) n;
SET LOCAL session_replication_role = origin;
SELECT is(pg_temp.asked(), :asked::bigint,
  'which logins are one person''s is looked up as often after 300 actions as before');
SELECT * FROM finish();
ROLLBACK;
