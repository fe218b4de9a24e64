-- Who belongs to the team: proposed by a senior, done by another, without CREATEROLE.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(60);

ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
CREATE ROLE "Mia ""; DROP TABLE reeve.member --" LOGIN;
CREATE ROLE shop_eva LOGIN;
CREATE ROLE shop_max LOGIN;
CREATE ROLE shop_root LOGIN SUPERUSER;
CREATE ROLE shop_maker LOGIN CREATEROLE;
CREATE ROLE shop_free LOGIN BYPASSRLS;
CREATE ROLE shop_copy LOGIN REPLICATION;
CREATE ROLE shop_group NOLOGIN;
CREATE ROLE shop_front LOGIN;
GRANT reeve_app TO shop_front;
CREATE ROLE shop_boss LOGIN;
GRANT shop_owner TO shop_boss;
CREATE ROLE shop_sue LOGIN;
GRANT reeve_senior TO shop_sue;
INSERT INTO reeve.member(role_name, rank, added_by, added_at)
VALUES ('shop_sue', 'senior', 'test', now() - interval '1 day');
SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["shop_sue"]}') AS recorded \gset
CREATE OR REPLACE FUNCTION reeve.team_is_elsewhere() RETURNS boolean LANGUAGE sql STABLE
  SET search_path = pg_catalog, reeve, pg_temp AS 'SELECT FALSE';

CREATE FUNCTION pg_temp.reeve_team(verb text, login text, rank text DEFAULT NULL,
  why text DEFAULT NULL)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, CASE WHEN outcome = 'proposed' THEN message END)
  FROM reeve.team_perform('team.' || verb, login, rank, why)
$$;
CREATE FUNCTION pg_temp.reeve_decide(verb text, id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.approval_perform(verb, id, 'test', NULL)
$$;
-- Which of our roles somebody was granted, as the cluster has it.
CREATE FUNCTION pg_temp.reeve_granted(login text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(a.roleid::regrole::text, ',' ORDER BY a.roleid::regrole::text)
  FROM pg_auth_members a WHERE a.member = (SELECT oid FROM pg_roles WHERE rolname = login)
$$;

-- Who may not.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_team('add', 'shop_eva', 'viewer'), 'refused rank', 'a viewer adds nobody');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_team('add', 'shop_ann', 'senior'), 'refused rank',
  'a moderator makes themselves nothing');
SELECT is(pg_temp.reeve_team('remove', 'shop_sam'), 'refused rank', 'nor removes a senior');
SET SESSION AUTHORIZATION postgres;
SELECT is(pg_temp.reeve_team('add', 'shop_eva', 'viewer'), 'refused rank', 'nor does a superuser');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_team('add', 'shop_sam', 'viewer'), 'refused self',
  'nobody changes themselves');
SELECT is(pg_temp.reeve_team('remove', 'shop_sam'), 'refused self', 'nor leaves alone');

-- What may not.
SELECT is(pg_temp.reeve_team('add', 'shop_eva', r), 'refused argument', format('no rank %L', r))
FROM unnest(ARRAY['owner', 'worker', '', 'senior TO shop_eva; GRANT pg_read_server_files', NULL]) r;
SELECT is(pg_temp.reeve_team('add', n), 'refused argument', 'nobody without a rank')
FROM (VALUES ('shop_eva')) v(n);
SELECT is(pg_temp.reeve_team('add', n, 'viewer'), 'refused notfound', format('no login %L', n))
FROM unnest(ARRAY['nobody', 'shop_group', 'public', 'x"; DROP TABLE reeve.member --']) n;
SELECT is(pg_temp.reeve_team('add', n, 'viewer'), 'refused login', format('%L is no person', n))
FROM unnest(ARRAY['reeve_worker', 'reeve_migrator', 'shop_root', 'shop_maker', 'shop_free',
  'shop_copy', 'shop_front', 'shop_boss']) n;
SELECT is(pg_temp.reeve_team('add', 'shop_vic', 'viewer'), 'refused state',
  'not what she is already');
SELECT is(pg_temp.reeve_team('remove', 'shop_eva'), 'refused notfound', 'nobody who is not of it');
SELECT is(pg_temp.reeve_team('add', 'shop_eva', 'viewer', repeat('x', 2001)), 'refused argument',
  'no endless reason');
SELECT throws_ok('SELECT * FROM reeve.team_perform(''team.grant'', ''shop_eva'', ''viewer'', NULL)',
  'RV001', NULL, 'no other verb');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT count(*)::int, count(*) FILTER (WHERE m.key = 'shop_eva')::int
  FROM reeve.command m WHERE m.kind = 'propose' AND m.outcome = 'refused'$$,
  'VALUES (27, 10)', 'every refusal is on the record, with the name where it is one');

-- Added by two.
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_team('add', 'shop_eva', 'moderator', 'new'), 'proposed approval P1',
  'proposed');
SELECT is(pg_temp.reeve_team('add', 'shop_eva', 'moderator', 'new'), 'proposed approval P1',
  'once');
SELECT results_eq($$SELECT verb, collection, key, label, others, why
    FROM reeve.approval_list('proposed', 9)$$,
  $$VALUES ('team.add', NULL::text, 'shop_eva', 'moderator', '{shop_sue}'::text[], 'new')$$,
  'it is listed for the other senior');
SELECT is(pg_temp.reeve_decide('approve', 1), 'refused other', 'its proposer does not suffice');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decide('approve', 1), 'refused rank', 'nor does a moderator');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_decide('approve', 1), 'done', 'another senior does');
SELECT results_eq(
  $$SELECT rank, added_by, is_acting FROM reeve.team_list() WHERE login = 'shop_eva'$$,
  $$VALUES ('moderator', 'shop_sam', TRUE)$$, 'she acts');
SELECT throws_ok('SELECT * FROM reeve.team_execute(NULL)', '42501', NULL,
  'nobody changes the team past it');
SELECT throws_ok('SELECT reeve.team_revoke(''shop_eva'', NULL)', '42501', NULL, 'nor takes roles');
SELECT throws_ok('GRANT reeve_senior TO shop_max', '42501', NULL, 'nor grants them');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_granted('shop_eva'), 'reeve_moderator', 'with this role and no other');
SELECT results_eq($$SELECT kind, actor, principal, subject FROM reeve.command m
    CROSS JOIN LATERAL (SELECT 'team:' || m.key) t(subject) ORDER BY command_id DESC LIMIT 2$$,
  $$VALUES ('approve', 'shop_sue', 'shop_sam', 'team:shop_eva'),
    ('team.add', 'shop_sue', 'shop_sam', 'team:shop_eva')$$,
  'who did it for whom is on the record, and what');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT results_eq('SELECT h.subject, m.detail - ''approval'' - ''members'' FROM reeve.chain h
    JOIN reeve.command m USING (command_id) WHERE h.kind = ''team.add''',
  $$VALUES ('team:shop_eva', '{"as": "senior", "rank": "moderator"}'::jsonb)$$, 'and sealed');
SET SESSION AUTHORIZATION shop_sam;
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1)', 'as it was');
RESET SESSION AUTHORIZATION;

-- What she has when she goes.
SET SESSION AUTHORIZATION shop_eva;
SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{"policy": "spam", "forever": true}', NULL) \g /dev/null
SELECT isnt_empty($$SELECT FROM reeve.subject_show('shop', 'person', '1')$$, 'she reads');
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.case(
  collection_id, key, severity, opened_at, due_at, claimed_by, claimed_at, claimed_until)
SELECT collection_id, '2', 'high', now(), now(), 'shop_eva', now(), now() + interval '5 min'
FROM reeve.collection WHERE app = 'shop' AND name = 'person';
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_team('remove', 'shop_eva'), 'proposed approval P3',
  'her leaving is proposed');
SET SESSION AUTHORIZATION shop_sam;
SELECT results_eq(
  'SELECT outcome, detail ->> ''released'', detail ->> ''proposals'', detail ? ''kept''
    FROM reeve.approval_perform(''approve'', 3, NULL, NULL)',
  $$VALUES ('done', '1', '["P2"]', FALSE)$$, 'what she had is told');
SET SESSION AUTHORIZATION shop_eva;
SELECT throws_ok($$SELECT FROM reeve.subject_show('shop', 'person', '1')$$, '42501', NULL,
  'she reads nothing');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_granted('shop_eva'), NULL, 'and has no role any more');

-- Where another database may need the roles, they stay, and give nothing here.
CREATE OR REPLACE FUNCTION reeve.team_is_elsewhere() RETURNS boolean LANGUAGE sql STABLE
  SET search_path = pg_catalog, reeve, pg_temp AS 'SELECT TRUE';
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_team('remove', 'shop_bob'), 'proposed approval P4', 'a moderator is to go');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT detail ->> 'kept' FROM reeve.approval_perform('approve', 4, NULL, NULL)),
  '["reeve_moderator"]', 'he keeps the role');
SET SESSION AUTHORIZATION shop_bob;
SELECT throws_ok($$SELECT FROM reeve.subject_show('shop', 'person', '1')$$, 'RV002', NULL,
  'and reads nothing with it');
SELECT is((SELECT code FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{"policy": "spam", "for": "1d"}', NULL)), 'rank', 'nor does anything');

-- A name that is none of SQL's, and one who is alone.
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_team('add', 'Mia "; DROP TABLE reeve.member --', 'auditor'),
  'proposed approval P5', 'a hostile name');
SELECT is(pg_temp.reeve_team('remove', 'shop_sam'), 'proposed approval P6', 'one of two seniors');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_decide('approve', 5), 'done', 'is a name');
SELECT matches((SELECT message FROM reeve.approval_perform('approve', 6, NULL, NULL)),
  '^shop_sam is shop_sam: nobody changes their own rank$', 'nobody decides about themselves');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_decide('approve', 6), 'refused early', 'alone, not at once');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_granted('Mia "; DROP TABLE reeve.member --'), 'reeve_auditor',
  'and no more');
UPDATE reeve.approval SET proposed_at = proposed_at - interval '1 hour' WHERE approval_id = 6;
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_decide('approve', 6), 'done', 'an hour later');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.command WHERE kind = 'approve.single-handed'), 1,
  'and told as what it is');
SELECT * FROM finish();
ROLLBACK;
