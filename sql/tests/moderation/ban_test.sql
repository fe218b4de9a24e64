-- A ban, all it brings down, and an undo that restores exactly that.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(37);

CREATE FUNCTION pg_temp.digest() RETURNS text LANGUAGE sql AS $$
  SELECT md5(concat(
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM "Odd Shop"."Person" t),
    (SELECT string_agg(t::text, '|' ORDER BY t.code) FROM "Odd Shop".stall t),
    (SELECT string_agg(t::text, '|' ORDER BY t.stall_code, t.nr) FROM "Odd Shop".item t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM "Odd Shop".deal t WHERE t.id <> 4)))
$$;

CREATE TEMP TABLE kept AS SELECT pg_temp.digest() AS before, NULL::jsonb AS plan;
GRANT ALL ON kept TO PUBLIC;

SET SESSION AUTHORIZATION shop_ann;
UPDATE kept SET plan = reeve.action_plan(
  'ban', 'shop', 'person', '1', '{"policy": "spam", "for": "7d", "why": "fakes"}');
SELECT is((SELECT plan ->> 'danger' FROM kept), 'severe',
  'a plan with an irreversible effect is severe');
SELECT is((SELECT plan ->> 'people' FROM kept), '3', 'the plan counts who is told');
SELECT is((SELECT sum((e ->> 'rows')::int)::int FROM kept,
  jsonb_array_elements(plan -> 'effects') e),
  15, 'the plan counts the rows of every effect');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.digest(), (SELECT before FROM kept), 'a plan changes no row of the app');
SELECT is((SELECT count(*)::int FROM reeve.action), 0, 'a plan records no action');

SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "7d", "why": "fakes"}', (SELECT plan FROM kept))), 'done',
  'the planned ban is done');
SELECT is((SELECT (outcome, code)::text FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "7d"}', (SELECT plan FROM kept))), '(refused,version)',
  'the slower of two admins is refused by the version');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM "Odd Shop".item WHERE hidden_until > now()), 8,
  'the owner''s items are hidden');
SELECT is((SELECT count(*)::int FROM "Odd Shop".stall WHERE hidden_until > now()), 2,
  'the owner''s stalls are hidden');
SELECT is((SELECT string_agg(state, ',' ORDER BY id) FROM "Odd Shop".deal),
  'held,held,over,void,open',
    'open deals at the stalls are held, own deals void, others untouched');
SELECT is((SELECT count(*)::int FROM reeve.outbox WHERE state = 'queued'), 4,
  'each person concerned has a notice waiting');
SELECT ok((SELECT bool_and(due_at > now() + interval '59 s') FROM reeve.outbox),
  'notices are held for 60 s');
SELECT is((SELECT array_agg(k.name ORDER BY k.name) FROM reeve.job j JOIN reeve.job_kind k USING
  (kind_id)
  WHERE k.name LIKE 'moderation%' OR k.name LIKE 'notify%'),
  '{moderation.lift,moderation.sweep,notify.deliver}',
  'the sweep, the end and the delivery are enqueued');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is((SELECT count(*) FROM reeve.command), (SELECT count(*) FROM reeve.chain),
  'every command is sealed, the refused one too');
SELECT is((SELECT content #> '{items,A1}' FROM reeve.command
    WHERE action_id = 1 AND outcome = 'done'),
  (SELECT item FROM reeve.record_actions('{1}')), 'the seal covers what was done');

SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["a-1", 2]',
  '{"policy": "fraud"}', NULL)), 'done', 'one item is hidden for a cause of its own');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT hidden_until FROM "Odd Shop".item WHERE stall_code = 'a-1' AND nr = 2),
  'infinity',
  'the longest cause decides how long it stays hidden');

-- In between the place of deal 2 is taken and deal 1 is changed by the app.
UPDATE "Odd Shop".deal SET place = 9 WHERE id = 5;
UPDATE "Odd Shop".deal SET place = 2 WHERE id = 5;
UPDATE reeve.outbox SET state = 'sent' WHERE key = '2';

SET SESSION AUTHORIZATION shop_bob;
SELECT ok((reeve.undo_plan(1)) -> 'lost' @> '[{"collection": "deal", "key": "4"}]',
  'the undo plan lists what cannot be restored');
SELECT is(reeve.undo_plan(1) ->> 'notices', '2', 'and counts the unsent notices it would withdraw');
SELECT ok((SELECT detail -> 'lost' @> '[{"key": "2"}, {"key": "4"}]' FROM reeve.undo_perform(1,
  'wrong', NULL)),
  'undo by action id names the deal whose place is taken and the one that is void');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(state, ',' ORDER BY id) FROM "Odd Shop".deal),
  'open,held,over,void,open', 'what could come back came back');
SELECT is((SELECT hidden_until FROM "Odd Shop".item WHERE stall_code = 'a-1' AND nr = 2),
  'infinity',
  'lifting one cause leaves the other');
SELECT is((SELECT count(*)::int FROM "Odd Shop".item WHERE hidden_until IS NOT NULL), 1,
  'no other item stays hidden');
SELECT is((SELECT state FROM reeve.outbox WHERE action_id = 1 AND about = 'deal:4'), 'queued',
  'a notice about what cannot come back is still sent');
SELECT is((SELECT string_agg(DISTINCT state, ',') FROM reeve.outbox WHERE action_id = 1
  AND about = 'person:1'), 'withdrawn',
  'an unsent notice about what came back is withdrawn');
SELECT is((SELECT array_agg(about ORDER BY about) FROM reeve.outbox WHERE template = 'correction'),
  '{deal:1}',
  'a sent notice gets a correction');
SET SESSION AUTHORIZATION shop_bob;
SELECT results_eq('SELECT code, message ~ ''deal:2, .*23505.*deal_place'' FROM
  reeve.undo_perform(1, NULL, NULL)', $$VALUES ('app', TRUE)$$,
  'an action is undone once; the rest of it may be tried again');
SELECT is((SELECT code FROM reeve.undo_perform(3, NULL, NULL)), 'state',
  'an undo cannot be undone');
SELECT is((SELECT outcome FROM reeve.undo_perform(2, NULL, NULL)), 'done',
  'the other cause is undone by its own id');
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop".deal SET place = 5 WHERE id = 5;
UPDATE "Odd Shop".deal SET state = 'open', held_until = NULL WHERE id = 2;
SELECT is(pg_temp.digest(), (SELECT before FROM kept),
  'ban then undo restores every column of every row that can come back');
SELECT is((SELECT count(*)::int FROM reeve.subject WHERE hidden_by <> '{}'), 0, 'no cause is left');

SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT code FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL)),
  'rank', 'a viewer cannot ban');
SELECT throws_ok('SELECT * FROM "Odd Shop"."Person"', '42501', NULL,
  'an admin has no right on the app''s tables');
SELECT throws_ok('SELECT * FROM reeve.action', '42501', NULL, 'nor on Reeve''s');
SELECT is((
  SELECT value FROM reeve.subject_show('shop', 'person', '1') WHERE field = 'email'), '•••',
  'personal columns are masked');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT code FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL)),
  'rank', 'a superuser cannot ban');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT * FROM reeve.action_plan('ban', 'shop', 'person', 'x'';--',
  '{"policy": "spam"}')$$,
  'RV004', NULL, 'a key of the wrong type is not found');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
