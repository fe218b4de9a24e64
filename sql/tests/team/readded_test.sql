-- What somebody proposed who then left the team, or got another rank.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(5);
CREATE ROLE shop_sue LOGIN;
GRANT reeve_senior TO shop_sue;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["shop_sue"]}') AS recorded \gset
CREATE FUNCTION pg_temp.reeve_propose(key text, OUT approval bigint) LANGUAGE sql AS $$
  SELECT (a.detail ->> 'approval')::bigint FROM reeve.action_perform('ban', 'shop', 'person', key,
    '{"policy": "fraud", "forever": true}', NULL) a
$$;
CREATE FUNCTION pg_temp.reeve_team(verb text, rank text) RETURNS text LANGUAGE sql AS
  $$SELECT (reeve.team_perform('team.' || verb, 'shop_ann', rank, 'x')).detail ->> 'approval'$$;
CREATE FUNCTION pg_temp.reeve_approve(id text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', a.outcome, a.code, nullif(a.message, '')) || coalesce(
    ' ' || (a.detail ->> 'proposals'), '')
  FROM reeve.approval_perform('approve', id::bigint, NULL, NULL) a
$$;
ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_propose('3') \g /dev/null
SET SESSION AUTHORIZATION shop_sam;
SELECT pg_temp.reeve_team('remove', NULL) \g /dev/null
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_approve('2'), 'done P2 ["P1"]', 'who leaves has a proposal');
SET SESSION AUTHORIZATION shop_sam;
SELECT pg_temp.reeve_team('add', 'moderator') \g /dev/null
SET SESSION AUTHORIZATION shop_sue;
SELECT pg_temp.reeve_approve('3') \g /dev/null
SELECT is(pg_temp.reeve_approve('1'),
  'refused state the rank of shop_ann has changed since P1 was proposed; propose it again',
  'which is without effect for good, also if they come back');
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_propose('4') \g /dev/null
SET SESSION AUTHORIZATION shop_sam;
SELECT pg_temp.reeve_team('add', 'senior') \g /dev/null
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_approve('5'), 'done P5 ["P1", "P4"]', 'another rank is said to end them');
SELECT alike(pg_temp.reeve_approve('4'), 'refused state the rank of shop_ann has changed %',
  'and does');
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_propose('4') \g /dev/null
SET SESSION AUTHORIZATION shop_sue;
SELECT alike(pg_temp.reeve_approve('6'), 'done A%', 'what they propose from then on is approved');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
