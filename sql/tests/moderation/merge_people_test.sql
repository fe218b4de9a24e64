-- A person whose accounts were merged is one person: what protects one account protects the other,
-- they appeal what was done to either, an undo takes back what followed for the account that
-- stayed, and a mute counts for the reports of each.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/merges.sql
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
SELECT FROM (SELECT pg_temp.with_merge()) m(m), reeve.catalog_apply(
  jsonb_set(m.m, '{actions}', m.m -> 'actions' || '[
    {"verb": "warn", "collection": "person", "effects": []},
    {"verb": "tag", "collection": "person"}]') || '{"logins": ["shop_app"],
  "strikes": {"expire": "180d", "thresholds": [{"at": 3, "propose": "ban", "for": "7d"}]}}')
  \g /dev/null
CREATE FUNCTION pg_temp.reeve_do(verb text, collection text, key text, args jsonb)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code)
  FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_undo(id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.undo_perform(id, NULL, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_last(key text) RETURNS bigint LANGUAGE sql AS $$
  SELECT max(action_id) FROM reeve.subject_history('shop', 'person', key, 9)
$$;
\set spam '{"policy": "spam", "for": "7d"}'
\set merge '{"name": "2", "why": "one person"}'
\set warn '{"policy": "spam", "why": "rude"}'
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('ban', 'person', '2', :'spam'), 'done', 'nothing protects person:2');
SELECT is(pg_temp.reeve_undo(pg_temp.reeve_last('2')), 'done');
SELECT is(pg_temp.reeve_do('warn', 'person', '3', :'warn'), 'done', 'person:3 has a strike');
SELECT pg_temp.reeve_last('3') AS warned \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_do('tag', 'person', '3', '{"name": "vip", "protect": true}'), 'done');
SELECT pg_temp.reeve_last('3') AS tagged \gset
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'item', '["a-1", 1]', 'copy', 'fraud', 'person:3') \g /dev/null
SELECT reeve.report_file('shop', 'item', '["a-1", 2]', 'copy', 'fraud', 'person:2') \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.case_intake(100) \g /dev/null
CREATE FUNCTION pg_temp.muted() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', r.source_key, CASE WHEN r.is_muted THEN 'muted' END), ', '
    ORDER BY r.report_id)
  FROM (SELECT p.report_id, p.is_muted, split_part(p.source, ':', 2) AS source_key
    FROM reeve.report p WHERE p.reporter_key IS NOT NULL) r
$$;
SELECT is(pg_temp.muted(), '3, 2');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT outcome FROM reeve.reporter_mute('shop', 'person', '3', '{"why": "rivals"}')),
  'done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.muted(), '3 muted, 2', 'a mute is of one account');

SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_do('merge', 'person', '3', :'merge'), 'proposed approval');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((reeve.approval_perform('approve', (SELECT max(l.approval_id)
  FROM reeve.approval_list('proposed', 9) l), 'yes', NULL)).outcome, 'done');
SELECT pg_temp.reeve_last('3') AS merged \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.muted(), '3 muted, 2 muted', 'that was merged, of the person');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('ban', 'person', '2', :'spam'), 'proposed approval',
  'the tag of an account protects the one that it was merged into');
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'item', '["c", 1]', 'copy', 'fraud', 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'item', '["c", 1]', 'copy', 'spam', 'person:3') \g /dev/null
SELECT isnt(reeve.appeal_open('shop', 'A' || :warned, 'person:2', 'not me'), NULL,
  'a person appeals what was done to the account that is no more');
SELECT throws_ok(format($$SELECT reeve.appeal_open('shop', 'A%s', 'person:1', 'x')$$, :warned),
  'RV004', NULL, 'nobody else does');
RESET SESSION AUTHORIZATION;
SELECT reeve.case_intake(100) \g /dev/null
SELECT is(pg_temp.muted(), '3 muted, 2 muted, 2 muted, 3 muted', 'whichever account they use');

SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo(:tagged), 'done');
SELECT is(pg_temp.reeve_do('ban', 'person', '2', :'spam'), 'proposed approval',
  'who takes the tag off still needs another person for a day');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('warn', 'person', '2', :'warn'), 'done', 'a second strike');
SELECT is((SELECT count(*)::int FROM reeve.case_queue('shop') q WHERE q.key = '2'), 1,
  'is a case about the account that stays');
SELECT is(pg_temp.reeve_undo(:warned), 'done');
SELECT is((SELECT count(*)::int FROM reeve.case_queue('shop') q WHERE q.key = '2'), 0,
  'which is withdrawn with the strike of the other');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo(:merged), 'done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.muted(), '3 muted, 2, 2, 3 muted', 'each for itself again');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('ban', 'person', '2', :'spam'), 'done', 'and unprotected');
RESET SESSION AUTHORIZATION;
SELECT finish(TRUE);
ROLLBACK;
