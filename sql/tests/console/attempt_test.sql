-- What a plan refused is put on the record: as it is, and without trying it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
DELETE FROM reeve.approval_rule;
CREATE ROLE shop_none LOGIN;
GRANT reeve_viewer TO shop_none;
SELECT plan(17);
SELECT coalesce(max(command_id), 0) AS before FROM reeve.command \gset
CREATE FUNCTION pg_temp.record(since bigint) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', m.actor, m.kind, m.key, m.outcome, m.code,
    'A' || m.action_id, m.principal, 'P' || (m.detail ->> 'approval')), '; ' ORDER BY m.command_id)
  FROM reeve.command m WHERE m.command_id > since
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT is((reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "7d"}', NULL)).outcome, 'done', 'an action');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(reeve.action_plan('ban', 'shop', 'person', '2', '{"policy": "spam", "for": "1d"}')
  #>> '{refusal,code}', 'rank', 'a viewer''s plan is refused');
RESET SESSION AUTHORIZATION;
SELECT max(command_id) AS before FROM reeve.command \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT is(reeve.attempt_record('ban', NULL, 'shop', 'person', '02',
  '{"policy": "spam", "for": "1d"}'), 'rank', '… and why is said');
SELECT is(reeve.attempt_record('undo', 1), 'rank', 'an undo');
SELECT is(reeve.attempt_record('approve', 1), 'rank', 'an approval');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.record(:before), 'shop_vic ban 2 refused rank; shop_vic undo 1 refused rank A1; '
  'shop_vic approve refused rank', 'each is a command of the viewer, as performing it would be');
SELECT is((SELECT count(*) FROM reeve.action), 1::bigint, '… and nothing is done');

-- Nobody records a refusal that is none.
SELECT max(command_id) AS before FROM reeve.command \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT is(reeve.attempt_record('ban', NULL, 'shop', 'person', '2', '{"policy": "spam"}'), NULL,
  'who may ban is not refused');
SELECT is(reeve.attempt_record('undo', 1), NULL, '… nor who may undo');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.record(:before), NULL, '… and nothing is on the record');
SELECT is((SELECT reversed_by FROM reeve.action WHERE action_id = 1), NULL,
  '… nor undone by asking');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(reeve.attempt_record('tag', NULL, 'shop', 'person', '2',
  '{"name": "vip", "protect": true}'), 'rank', 'the arguments count');
SELECT is(reeve.attempt_record('undo', 99), 'notfound', 'what is not there');
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.member_subject(role_name, collection_id, key, added_by)
SELECT 'shop_ann', collection_id, '3', 'test' FROM reeve.collection
WHERE app = 'shop' AND name = 'person';
SET SESSION AUTHORIZATION shop_ann;
SELECT is(reeve.attempt_record('ban', NULL, 'shop', 'person', '3', '{"policy": "spam"}'), 'self',
  'oneself');
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok($$SELECT reeve.attempt_record('Ban; --', NULL, 'shop', 'person', '3')$$, 'RV001',
  NULL, 'what is no verb is not recorded');
SET SESSION AUTHORIZATION shop_none;
SELECT throws_ok($$SELECT reeve.attempt_record('ban', NULL, 'shop', 'person', '2')$$, 'RV002', NULL,
  'who has no rank records nothing');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.record(:before), 'shop_ann tag 2 refused rank; shop_ann undo refused notfound; '
  'shop_ann ban 3 refused self', 'each as it was');
SELECT * FROM finish();
ROLLBACK;
