-- What an action in force already answers opens no case; what is proposed again once it is undone.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT no_plan();
DELETE FROM reeve.approval_rule;
UPDATE reeve.flag SET is_live = FALSE;
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
UPDATE reeve.app SET manifest = manifest || '{
  "strikes": {"expire": "90d", "thresholds": [{"at": 1, "propose": "warn"},
    {"at": 2, "propose": "limit", "for": "3d"}, {"at": 4, "propose": "suspend", "for": "7d"},
    {"at": 8, "propose": "ban"}]}}'
WHERE app = 'shop';
UPDATE reeve.policy SET strike_weight = w.weight
FROM (VALUES ('fraud', 1), ('spam', 4)) w(name, weight)
WHERE app = 'shop' AND policy.name = w.name;
CREATE FUNCTION pg_temp.reeve_act(
  verb text, key text, policy text, args jsonb DEFAULT '{}', collection text DEFAULT 'person')
RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint FROM reeve.action_perform(verb, 'shop', collection, key,
    jsonb_build_object('policy', policy) || args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_undo(action_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', u.outcome, u.code) FROM reeve.undo_perform(action_id, NULL, NULL) u
$$;
-- What is in the queue about a person, by what its reports say is proposed.
CREATE FUNCTION pg_temp.reeve_queue(key text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  proposed text;
BEGIN
  PERFORM reeve.case_queue('shop');
  SELECT string_agg(substring(r.words FROM ': (.*) is proposed'), ', ' ORDER BY r.report_id)
  FROM reeve.case_queue('shop') q CROSS JOIN LATERAL reeve.case_reports(q.case_id, 99) r
  WHERE q.key = reeve_queue.key AND r.note NOT LIKE '%withdrawn%' INTO proposed;
  RETURN proposed;
END
$$;

-- The action that makes the sum is the answer to it.
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_act('ban', '1', 'spam', '{"for": "30d"}') AS ban \gset
SELECT is(pg_temp.reeve_queue('1'), NULL, 'a ban for 30 days answers the week that is proposed');
SELECT is((SELECT count(*)::int FROM reeve.case_queue('shop')), 0, 'nothing else is in the queue');
SELECT is_empty($$SELECT * FROM reeve.console_news('shop', 0, 0, '{}') n
  WHERE n.topic = 'reports' AND n.amount > 0$$, 'nor among the news');
SELECT is_empty($$SELECT * FROM reeve.console_waiting('shop') w
  WHERE w.topic IN ('reports', 'queue', 'urgent')$$, 'nor does it wait');
SELECT is((SELECT total FROM reeve.strike_list('shop', 'person', '1') LIMIT 1), 4,
  'the strikes count all the same');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT proposes, withdrawn_by FROM reeve.report WHERE rule = ''strikes''',
  format($$VALUES ('suspend for 7d', %s::bigint)$$, :ban), 'the report says which action answered');
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_act('suspend', '2', 'spam', '{"for": "7d"}') AS week \gset
SELECT is(pg_temp.reeve_queue('2'), NULL, 'the proposed verb for the proposed time answers');
SELECT pg_temp.reeve_act('suspend', '3', 'spam', '{"for": "6d"}') AS less \gset
SELECT is(pg_temp.reeve_queue('3'), 'suspend for 7d', 'what ends sooner does not');
SELECT is(pg_temp.reeve_undo(:less), 'done');

-- Heavier verbs, and lighter ones.
SELECT pg_temp.reeve_act('warn', '4', 'fraud') AS warning \gset
SELECT is(pg_temp.reeve_queue('4'), NULL, 'a warning answers that one is proposed');
SELECT is(pg_temp.reeve_act('warn', '4', 'fraud') > 0, TRUE);
SELECT is(pg_temp.reeve_queue('4'), 'limit for 3d', 'and not what weighs more');
SELECT is((SELECT outcome FROM reeve.case_perform('close', case_id,
  '{"outcome": "dismissed", "why": "x"}')), 'done') FROM reeve.case_queue('shop') WHERE key = '4';
SELECT pg_temp.reeve_act('limit', '4', 'spam', '{"name": "deals", "for": "30d"}') AS limited \gset
SELECT is(pg_temp.reeve_queue('4'), 'suspend for 7d', 'a limit is no suspension');
SELECT is((SELECT outcome FROM reeve.case_perform('close', case_id,
  '{"outcome": "dismissed", "why": "x"}')), 'done') FROM reeve.case_queue('shop') WHERE key = '4';
SELECT is(pg_temp.reeve_act('suspend', '4', 'spam', '{"for": "300d"}') > 0, TRUE);
SELECT is(pg_temp.reeve_queue('4'), 'ban', 'a suspension is no ban without end');
RESET SESSION AUTHORIZATION;

-- An undo while the strikes stand: the proposal waits again.
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_act('hide', '["a-1", 1]', 'fraud', '{}', 'item') AS hidden \gset
SELECT is(pg_temp.reeve_queue('1'), NULL, 'what is done to somebody who is banned reaches nothing');
SELECT is(pg_temp.reeve_act('hide', '["a-1", 2]', 'spam', '{}', 'item') > 0, TRUE);
SELECT is(pg_temp.reeve_queue('1'), 'ban', 'a ban that ends is no answer to one without end');
SELECT is((SELECT outcome FROM reeve.case_perform('close', case_id,
  '{"outcome": "dismissed", "why": "x"}')), 'done') FROM reeve.case_queue('shop') WHERE key = '1';
SELECT is(pg_temp.reeve_undo(:ban), 'done');
SELECT is(pg_temp.reeve_queue('1'), 'suspend for 7d',
  'the ban is undone, five strikes stand: a suspension is proposed again');
SELECT pg_temp.reeve_act('ban', '1', 'fraud', '{"for": "30d"}') AS ban \gset
SELECT is(pg_temp.reeve_queue('1'), 'suspend for 7d', 'an open case stays open');
SELECT is((SELECT outcome FROM reeve.case_perform('close', case_id,
  '{"outcome": "upheld", "why": "x"}')), 'done') FROM reeve.case_queue('shop') WHERE key = '1';
SELECT is(pg_temp.reeve_undo(:ban), 'done');
SELECT is(pg_temp.reeve_queue('1'), NULL, 'what was decided is not proposed again');
RESET SESSION AUTHORIZATION;

-- An undo that takes the strikes along withdraws the proposal instead.
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_undo(:week), 'done');
SELECT is(pg_temp.reeve_queue('2'), NULL, 'no strikes, no proposal');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT u.verb FROM reeve.report p JOIN reeve.action u
    ON u.action_id = p.withdrawn_by WHERE p.key = '2'$$, ARRAY['undo'], 'which the report says');

-- Another action that answers it, too.
SET SESSION AUTHORIZATION shop_bob;
SELECT pg_temp.reeve_act('ban', '2', 'spam', '{"for": "60d"}') AS short \gset
SELECT pg_temp.reeve_act('ban', '2', 'spam', '{"for": "90d"}') AS long \gset
SELECT is((SELECT outcome FROM reeve.case_perform('close', case_id,
  '{"outcome": "dismissed", "why": "x"}')), 'done') FROM reeve.case_queue('shop') WHERE key = '2';
SELECT is(pg_temp.reeve_undo(:short), 'done');
SELECT is(pg_temp.reeve_queue('2'), NULL, 'one of two bans is undone: the other answers');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT max(withdrawn_by) FROM reeve.report WHERE key = '2' AND proposes LIKE 'suspend%'),
  :long::bigint, 'as the report says');

-- What flags propose, and what people report.
SELECT collection_id AS person FROM reeve.collection WHERE app = 'shop' AND name = 'person' \gset
SELECT reeve.report_put(:person, '2', 'fraud', 'rule: suspend for 7d is proposed', NULL, NULL,
  'shop/rule', NULL, 'suspend for 7d') AS flagged \gset
SELECT reeve.report_put(:person, '2', 'spam', 'rule: it is odd', NULL, NULL, 'shop/rule') AS odd
\gset
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'person', '2', 'They write: ban is proposed', 'fraud', 'person:3')
AS told \gset
SET SESSION AUTHORIZATION shop_bob;
SELECT count(*) AS cases FROM reeve.case_queue('shop') \gset
SELECT set_eq($$SELECT r.report_id FROM reeve.case_queue('shop') q
    CROSS JOIN LATERAL reeve.case_reports(q.case_id, 99) r WHERE q.key = '2'$$,
  ARRAY[:odd, :told]::bigint[],
  'a report by a user opens its case, and so does what proposes nothing');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_undo(:long), 'done');
SELECT ok(pg_temp.reeve_queue('2') LIKE '%suspend for 7d%',
  'and once nobody bans them, the flag''s');
RESET SESSION AUTHORIZATION;

-- Between the report and the queue.
SELECT reeve.report_put(:person, '3', 'fraud', 'rule: suspend for 7d is proposed', NULL, NULL,
  'shop/rule', NULL, 'suspend for 7d') AS early \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT pg_temp.reeve_act('ban', '3', 'spam', '{"forever": true}') AS forever \gset
SELECT is(pg_temp.reeve_queue('3'), NULL, 'who is banned before anybody looks is no case');
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET until = clock_timestamp() + interval '10 days' WHERE action_id = :forever;
SELECT is(reeve.report_answer(:person, '3', 'fraud', 'ban', NULL), NULL,
  'a ban without end is proposed, and this one ends');
SELECT is(reeve.report_answer(:person, '3', 'fraud', 'suspend for 2w', NULL), NULL);
SELECT is(reeve.report_answer(:person, '3', 'fraud', 'suspend for 10d', NULL), :forever::bigint);
SELECT is(reeve.report_answer(:person, '3', 'fraud', 'limit for 3d', NULL), :forever::bigint,
  'what bars somebody answers what limits them');
SELECT is(reeve.report_answer(:person, '3', 'fraud', 'warn', NULL), NULL, 'but not a warning');
SELECT is(reeve.report_answer(:person, '3', 'spam', 'suspend', NULL), :forever::bigint,
  'a suspension lasts as long as the policy says');
SELECT is(reeve.report_answer(:person, '3', 'fraud', 'gone for 1d', NULL), NULL,
  'a verb that no catalog declares');
SELECT is(reeve.report_answer(:person, '3', NULL, NULL, NULL), NULL);
UPDATE reeve.action SET until = clock_timestamp() - interval '1 second' WHERE action_id = :forever;
SELECT is(reeve.report_answer(:person, '3', 'fraud', 'suspend for 1s', NULL), NULL,
  'what is over answers nothing');

-- A flag's own report, from what it finds.
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest() || '{"flags": {"fakes": {
  "collection": "item", "policy": "fraud", "propose": {"verb": "hide"},
  "words": {"in": ["t.title"], "list": ["replica", "knockoff"]}}}}') \gset
CREATE FUNCTION pg_temp.raised(title text) RETURNS int LANGUAGE sql AS $$
  SELECT pg_temp.alter_shop(format(
    'UPDATE "Odd Shop".item SET title = %L WHERE stall_code = ''b"2'' AND nr = 1', title));
  SELECT reeve.flag_raise(f, ARRAY['["b\"2", 1]'], clock_timestamp())
  FROM reeve.flag f WHERE f.app = 'shop' AND f.name = 'fakes'
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_act('hide', '["b\"2", 1]', 'spam', '{}', 'item') AS hidden \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.raised('A replica'), 1, 'a flag finds what is hidden');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_queue('["b\"2", 1]'), NULL, 'it is hidden already: no case');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.raised('A replica'), 0, 'the same finding is no other report');
SELECT is(pg_temp.raised('A knockoff'), 1, 'another finding is');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_queue('["b\"2", 1]'), NULL);
SELECT is(pg_temp.reeve_undo(:hidden), 'done');
SELECT is(pg_temp.reeve_queue('["b\"2", 1]'), '“replica”; hide, “knockoff”; hide',
  'and both wait once it is shown again');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.raised('A replica'), 0, 'for that case is open');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is((SELECT count(*) FROM reeve.command), (SELECT count(*) FROM reeve.chain),
  'every command is sealed');
SELECT * FROM finish();
ROLLBACK;
