-- A rank taken in an emergency: named beforehand by two seniors, short, told, marked, reviewed by
-- another, and of no use for more of it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
ALTER TABLE reeve.glass ALTER COLUMN glass_id RESTART;
ALTER TABLE reeve.action ALTER COLUMN action_id RESTART;
CREATE ROLE shop_sue LOGIN IN ROLE reeve_senior;
CREATE ROLE shop_aud LOGIN IN ROLE reeve_auditor;
CREATE ROLE shop_out LOGIN;
CREATE ROLE shop_app LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test'),
  ('shop_aud', 'auditor', 'test');
SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["shop_sue", "shop_aud"]}') AS recorded \gset
CREATE FUNCTION pg_temp.reeve_named(verb text, login text, rank text DEFAULT 'senior')
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, CASE WHEN outcome = 'proposed' THEN message END)
  FROM reeve.glass_perform('glass.' || verb, login, rank, 'on call')
$$;
CREATE FUNCTION pg_temp.reeve_decided(verb text, id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.approval_perform(verb, id, 'test', NULL)
$$;
CREATE FUNCTION pg_temp.reeve_broken(lasts text DEFAULT '1h', why text DEFAULT 'a wave of scams')
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, CASE WHEN outcome = 'done' THEN message END)
  FROM reeve.glass_break(lasts, why)
$$;
CREATE FUNCTION pg_temp.reeve_settled(verb text, glass bigint, why text DEFAULT 'it was needed')
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.glass_settle(verb, glass, why)
$$;
CREATE FUNCTION pg_temp.reeve_acted(verb text, subject text, more text DEFAULT '')
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, CASE WHEN outcome = 'proposed' THEN message END)
  FROM reeve.action_perform(verb, 'shop', split_part(subject, ':', 1), split_part(subject, ':', 2),
    ('{"policy": "spam", "for": "1d"' || more || '}')::jsonb, NULL)
$$;

-- Who names.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_named('name', 'shop_ann'), 'refused rank', 'a viewer names nobody');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_named('name', 'shop_vic'), 'refused rank', 'nor does a moderator');
SET SESSION AUTHORIZATION shop_aud;
SELECT is(pg_temp.reeve_named('name', 'shop_vic'), 'refused rank', 'nor an auditor');
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok('SELECT reeve.glass_break(''1h'', ''x'')', '42501', NULL, 'no login of an app');
SET SESSION AUTHORIZATION shop_out;
SELECT throws_ok('SELECT reeve.glass_break(''1h'', ''x'')', '42501', NULL, 'nor one of nothing');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_named('name', 'shop_sam'), 'refused self', 'nobody names themselves');
SELECT is(pg_temp.reeve_named('name', 'shop_out'), 'refused notfound',
  'nobody is named who is not in the team');
SELECT is(pg_temp.reeve_named('name', 'shop_vic', 'king'), 'refused argument', 'nor as what is no '
  'rank');
SELECT is(pg_temp.reeve_named('name', 'shop_ann', 'moderator'), 'refused state',
  'nor as what they are');
SELECT is(pg_temp.reeve_named('drop', 'shop_vic'), 'refused notfound', 'nobody is dropped unnamed');
SELECT is(pg_temp.reeve_named('name', 'shop_vic'), 'proposed approval P1',
  'a senior names a viewer');
SELECT is(pg_temp.reeve_decided('approve', 1), 'refused other', 'not alone');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_broken(), 'refused rank', 'a name that waits is none');
SELECT is(pg_temp.reeve_decided('approve', 1), 'refused rank', 'whoever is named does not approve');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_decided('approve', 1), 'done', 'a second senior does');
SELECT is(pg_temp.reeve_named('name', 'shop_vic'), 'refused state', 'once');
SELECT is((SELECT status FROM reeve.team_list() WHERE login = 'shop_vic'),
  'acts, senior in an emergency', 'and the team''s list says so');

-- Who takes it, and how long.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_broken(), 'refused rank', 'who is not named takes nothing');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_broken(), 'refused rank', 'a senior neither');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_acted('ban', 'person:1'), 'refused rank', 'a viewer acts on nobody');
SELECT is(pg_temp.reeve_broken(l, w), 'refused argument', coalesce(l, 'nothing') || ' is not taken')
FROM (VALUES ('1h', NULL), ('1h', ' '), ('1h', repeat('x', 2001)), ('4m', 'x'), ('5h', 'x'),
  ('-1h', 'x'), ('infinity', 'x'), ('soon', 'x')) v(l, w);
SELECT is(pg_temp.reeve_broken(), 'done G1', 'who is named takes the rank at once');
SELECT is((SELECT rank FROM reeve.session_info()), 'senior', 'and has it in the open session');
SELECT is(pg_temp.reeve_broken('4h'), 'refused state', 'nobody extends it');
SELECT is(pg_temp.reeve_acted('ban', 'person:1'), 'done', 'they act');

-- Of no use for more of it.
SELECT is(pg_temp.reeve_named('name', 'shop_ann'), 'refused rank', 'they name nobody');
SELECT is(pg_temp.reeve_named('drop', 'shop_vic'), 'refused rank', 'and drop nobody');
SELECT is((SELECT code FROM reeve.team_perform('team.add', 'shop_out', 'senior', NULL)), 'rank',
  'they add nobody to the team');
SELECT is((SELECT code FROM reeve.team_perform('team.add', 'shop_vic', 'senior', NULL)), 'rank',
  'nor themselves');
SELECT is((SELECT code FROM reeve.team_perform('team.remove', 'shop_sam', NULL, NULL)), 'rank',
  'they remove nobody');
SELECT is((SELECT code FROM reeve.member_link('shop_ann', 'shop', 'person', '2', TRUE)), 'rank',
  'they say of nobody who they are');
SELECT is(pg_temp.reeve_settled('review', 1), 'refused rank', 'they review nothing');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_named('name', 'shop_ann'), 'proposed approval P2',
  'a senior names another');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_decided('approve', 2), 'refused rank', 'which they do not approve');
RESET SESSION AUTHORIZATION;
-- Nobody else could approve: the seniors are gone.
SAVEPOINT alone;
INSERT INTO reeve.approval_rule(name, kinds) VALUES ('bans', '{ban}');
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.appeal_open('shop', 'A1', 'person:1', 'no') AS opened \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT pg_temp.reeve_acted('ban', 'person:2') AS own \gset
SELECT is(:'own'::text, 'proposed approval P3', 'what needs a second person needs one');
RESET SESSION AUTHORIZATION;
ALTER ROLE shop_sam NOLOGIN;
ALTER ROLE shop_sue NOLOGIN;
ALTER ROLE shop_ann NOLOGIN;
ALTER ROLE shop_bob NOLOGIN;
UPDATE reeve.approval SET proposed_at = proposed_at - interval '2 hours'
WHERE approval_id = 3;
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_decided('approve', 3), 'refused other',
  'they do not approve it, though nobody else could');
SELECT is((SELECT concat_ws(' ', outcome, code) FROM reeve.appeal_perform(1, 'upheld', 'fine')),
  'refused self', 'nor decide an appeal against what they did');
RESET SESSION AUTHORIZATION;
ROLLBACK TO alone;

-- Told and marked.
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT names FROM reeve.console_news('shop', 0, 0, '{}') WHERE topic = 'glass'),
  '{"G1 shop_vic senior"}', 'every senior''s console tells');
SELECT is((SELECT amount FROM reeve.console_news('shop', 0, 0, '{}', 1) WHERE topic = 'glass'), 0,
  'once');
SELECT is((SELECT status FROM reeve.team_list() WHERE login = 'shop_vic') ~ 'as senior until .*G1',
  TRUE, 'so does the team''s list');
SELECT results_eq($$SELECT kind, actor, glass FROM reeve.subject_history('shop', 'person', '1', 9)
  WHERE outcome = 'done'$$, $$VALUES ('ban', 'shop_vic', 1::bigint)$$, 'the history marks the act');
SELECT set_has($$SELECT kind, outcome, rank, glass
    FROM reeve.command_list(20, who => 'shop_vic')$$,
  $$VALUES ('glass.break', 'done', 'senior', 1::bigint), ('ban', 'done', 'senior', 1),
    ('propose', 'refused', 'senior', 1), ('glass.break', 'refused', 'viewer', NULL)$$,
  'the record marks what was done, and what was refused');
SELECT is((SELECT amount FROM reeve.digest_list('shop', (now() AT TIME ZONE 'UTC')::date)
  WHERE figure = 'ranks taken in an emergency'), 1::bigint, 'the digest has it');
SELECT is(pg_temp.reeve_settled('review', 1), 'refused state', 'a review comes afterwards');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_settled('end', 1), 'refused rank', 'a colleague does not end it');
SELECT is((SELECT amount FROM reeve.console_news('shop', 0, 0, '{}') WHERE topic = 'glass'), 0,
  'nor learns of it by the news');

-- It ends by itself, in an open transaction, too.
RESET SESSION AUTHORIZATION;
SAVEPOINT ends;
UPDATE reeve.glass SET ends_at = clock_timestamp() + interval '100 milliseconds';
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT rank FROM reeve.session_info()), 'senior', 'until its end');
RESET SESSION AUTHORIZATION;
SELECT pg_sleep(0.15) \g /dev/null
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT rank FROM reeve.session_info()), 'viewer', 'and not beyond');
SELECT is(pg_temp.reeve_acted('ban', 'person:3'), 'refused rank', 'they act no more');
SELECT is(pg_temp.reeve_broken(), 'refused state', 'and take it not again, before a review');
SELECT is(pg_temp.reeve_settled('end', 1), 'refused state', 'what has ended does not end');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_settled('review', 1, ' '), 'refused argument', 'a review says something');
SELECT is(pg_temp.reeve_settled('review', 1), 'done', 'a senior reviews it');
SELECT is(pg_temp.reeve_settled('review', 1), 'refused state', 'once');
SELECT is((SELECT concat_ws(' ', state, acts > 1, reviewed_by, review) FROM reeve.glass_list()),
  'reviewed t shop_sam it was needed', 'the list says so, and how much was done');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_broken(), 'done G2', 'then it can be taken again');
RESET SESSION AUTHORIZATION;
ROLLBACK TO ends;

-- Ended early; by the name's end; a review by a person of theirs.
SAVEPOINT early;
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_settled('end', 1), 'done', 'they end it themselves');
SELECT is((SELECT rank FROM reeve.session_info()), 'viewer', 'at once');
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.member_subject(collection_id, key, role_name, added_by, added_at)
SELECT c.collection_id, '4', u, 'shop_bob', now() - interval '2 days'
FROM reeve.collection c CROSS JOIN unnest('{shop_vic,shop_sue}'::text[]) u
WHERE c.app = 'shop' AND c.name = 'person';
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_settled('review', 1), 'refused self',
  'another login of theirs does not review it');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_settled('review', 1), 'done', 'somebody else does');
RESET SESSION AUTHORIZATION;
ROLLBACK TO early;
SAVEPOINT dropped;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_named('drop', 'shop_vic'), 'proposed approval P4', 'a name is taken back');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(pg_temp.reeve_decided('approve', 4), 'done', 'by two');
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT rank FROM reeve.session_info()), 'viewer', 'which ends what was taken');
RESET SESSION AUTHORIZATION;
ROLLBACK TO dropped;

-- A role of that name that was made again is somebody else.
SAVEPOINT again;
UPDATE reeve.member SET role_oid = 'shop_out'::regrole WHERE role_name = 'shop_vic';
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok('SELECT rank FROM reeve.glass_list()', 'RV002', NULL, 'another role has no rank');
RESET SESSION AUTHORIZATION;
ROLLBACK TO again;

-- The record: what nobody commanded is found.
SELECT is_empty($$SELECT problem FROM reeve.audit_faults(1) WHERE problem ~ 'emergency|proposal'$$,
  'the record agrees');
SAVEPOINT forged;
INSERT INTO reeve.glass(role_name, role_oid, rank, reason, ends_at)
VALUES ('shop_bob', 'shop_bob'::regrole, 'senior', 'mine', clock_timestamp() + interval '1 hour');
UPDATE reeve.glass SET ends_at = ends_at + interval '1 hour' WHERE glass_id = 1;
SELECT set_eq($$SELECT problem FROM reeve.audit_faults(1) WHERE problem ~ 'emergency'$$,
  '{the emergency G1 differs from what was sealed,
    the emergency G3 began without a command}'::text[],
  'what was written beside the functions is found');
ROLLBACK TO forged;
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok(q, '42501', NULL, q || ' is refused')
FROM unnest('{SELECT FROM reeve.glass,UPDATE reeve.glass SET ends_at = now(),
  "SELECT reeve.glass_open(''shop_vic'')",
  "SELECT reeve.glass_close(''shop_vic'', ''x'')"}'::text[]) q;
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
