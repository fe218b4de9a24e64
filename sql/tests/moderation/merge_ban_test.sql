-- A merge is no way round a ban, a legal hold or a second person; a ban covers the accounts that
-- were merged into its subject.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/merges.sql

CREATE FUNCTION pg_temp.reeve_do(verb text, key text, args jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message)
  FROM reeve.action_perform(verb, 'shop', 'person', key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_un(id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message) FROM reeve.undo_perform(id, NULL, NULL)
$$;
CREATE FUNCTION pg_temp.hidden() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(x, ' ' ORDER BY x COLLATE "C") FROM (
    SELECT 'person ' || id FROM "Odd Shop"."Person" WHERE blocked_until > now()
    UNION ALL SELECT 'stall ' || code FROM "Odd Shop".stall WHERE hidden_until > now()
    UNION ALL SELECT 'items of ' || stall_code FROM "Odd Shop".item WHERE hidden_until > now()
    GROUP BY stall_code) x(x)
$$;
SELECT pg_temp.digest() AS before \gset
\set week '{"policy": "spam", "for": "7d"}'
\set longer '{"policy": "spam", "for": "8d"}'
\set despite '{"name": "2", "despite_ban": true}'

-- The one that goes is banned.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('ban', '3', :'week'), 'done A1', 'person:3 is banned');
SELECT is(pg_temp.reeve_do('merge', '3', '{"name": "2"}'),
  'refused state person:3 is barred by A1: '
  'confirm that they are merged despite the ban', 'a ban has to be named');
SELECT matches(pg_temp.reeve_do('merge', '3', :'despite'),
  '^refused state A1 bars person:3 until .*, '
  'which would not cover person:2: bar that one as long first$', 'and has to cover the other one');
SELECT is(pg_temp.reeve_do('ban', '2', '{"policy": "spam", "for": "6d"}'),
  'done A2', 'a shorter one');
SELECT matches(pg_temp.reeve_do('merge', '3', :'despite'), 'would not cover person:2', 'does not');
SELECT is(pg_temp.reeve_do('ban', '2', :'longer'), 'done A3', 'a longer one');
SELECT is(pg_temp.reeve_do('merge', '3', '{"name": "2"}'),
  'refused state person:3 is barred by A1: '
  'confirm that they are merged despite the ban', 'still has to be named');
SELECT is(pg_temp.reeve_do('merge', '3', :'despite'), 'done A4', 'and then does');
SELECT matches(state, '^merged into person:2, banned', 'both are said')
FROM reeve.subject_status('shop', 'person', '3');
SELECT is(pg_temp.reeve_un(4),
  'refused state A3 bars person:2, and with it person:3: undo that first, '
  'or bar person:3 as long', 'an undo is no way round it either');
SELECT is(pg_temp.reeve_un(3), 'done A5', 'the longer ban is undone');
SELECT is(pg_temp.reeve_un(4), 'done A6', 'then the merge: person:3 has a ban of its own');
SELECT is(pg_temp.reeve_un(1), 'done A7', 'that one');
SELECT is(pg_temp.reeve_un(2), 'done A8', 'and the shorter one');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.digest(), :'before', 'all is as before');

-- The one that stays is banned: what moves there is covered at once.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('ban', '2', :'week'), 'done A9', 'person:2 is banned');
SELECT reeve.action_plan('merge', 'shop', 'person', '3', :'despite') AS plan \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'plan'::jsonb #>> '{notes,0}', 'A9 bars person:2 and will cover what moves there',
  'the plan says so');
SELECT is(pg_temp.hidden(), 'person 2', 'the stall of person:3 is open');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('merge', '3', '{"name": "2"}'),
  'refused state person:2 is barred by A9: '
  'confirm that they are merged despite the ban', 'a merge into somebody banned has to say so');
SELECT is(pg_temp.reeve_do('merge', '3', :'despite'), 'done A10', 'then it is done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.hidden(), 'items of c person 2 person 3 stall c', 'and the ban covers the stall');
SELECT is((SELECT count(*) FROM reeve.command WHERE kind = 'sweep' AND action_id = 9), 1::bigint,
  'which is on record as the ban''s');
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_un(10),
  'A9 bars person:2, and with it person:3', 'until it is undone');
SELECT is(pg_temp.reeve_un(9), 'done A11', 'which opens the stall');
SELECT is(pg_temp.reeve_un(10), 'done A12', 'and lets the merge be undone');
-- Two open deals of one buyer at one stall: the ban had made room for both.
SELECT is(pg_temp.reeve_un(9), 'done A11', 'what clashed while they were merged comes back now');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.digest(), :'before', 'all is as before');

-- A ban of the one that stays, later, and its plan.
UPDATE reeve.collection SET identifiers = '{"email": {"verified": "t.email"}}'
WHERE collection_id = pg_temp.person_id();
INSERT INTO reeve.identifier_scan(collection_id, declared, done_at)
VALUES (pg_temp.person_id(), '{}', now());
INSERT INTO reeve.identifier(collection_id, key, kind, hmac, is_verified)
SELECT pg_temp.person_id(), key, 'email', sha256(mail::bytea), verified FROM (VALUES
  ('2', 'a', TRUE), ('3', 'a', TRUE), ('3', 'b', TRUE), ('4', 'b', TRUE), ('1', 'b', FALSE))
  v(key, mail, verified);
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT group_no, key FROM reeve.duplicate_list('shop', 'person', NULL, 9)$$,
  $$VALUES (1::bigint, '2'), (1, '3'), (2, '1'), (2, '3'), (2, '4')$$, 'who shares what');
SELECT is(pg_temp.reeve_do('merge', '3', '{"name": "2"}'), 'done A13', 'merged again');
SELECT results_eq($$SELECT group_no, key FROM reeve.duplicate_list('shop', 'person', NULL, 9)$$,
  $$VALUES (1::bigint, '1'), (1, '3'), (1, '4')$$, 'what was merged is no duplicate');
SELECT results_eq($$SELECT other, shared FROM reeve.link_list('shop', 'person', '2', 9)$$,
  $$VALUES ('1', 'email (3 accounts)'), ('4', 'verified email (3 accounts)')$$,
  'links of the one that stays are those of both');
SELECT reeve.action_plan('ban', 'shop', 'person', '2', :'week') AS plan \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT reeve.action_plan('ban', 'shop', 'person', '2', :'week') AS seen \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'plan'::jsonb -> 'notes', to_jsonb(ARRAY['covers person:3, merged into it',
  E'not barred as long: person:4 Evil \x1b[31m Name, verified email of the same person']),
  'the plan of a ban names the person''s other accounts');
SELECT is(:'seen'::jsonb -> 'notes', NULL, 'to moderators');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('ban', '2', :'week'), 'done A14', 'the ban of person:2');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.hidden(), 'items of c person 2 person 3 stall c', 'covers what moved there');
SELECT results_eq(format('SELECT key, action_id FROM reeve.identifier_bars(%s, %L)',
    pg_temp.person_id(), '{2,3,4}'), 'VALUES (''2'', 14::bigint), (''3'', 14)',
  'and bars both, for flags too');
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_un(13), 'A14 bars person:2, and with it person:3', 'the merge stands');
SELECT is(pg_temp.reeve_un(14), 'done A15', 'until the ban is undone');
SELECT is(pg_temp.reeve_un(13), 'done A16', 'which the merge may be then');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.digest(), :'before', 'all is as before');

-- A legal hold, on either, before or after.
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_do('hold', '2', '{"why": "court"}'),
  'done A17', 'a hold on the one that stays');
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_do('merge', '3', '{"name": "2"}'),
  '^refused held person:2 is under legal '
  'hold by A17 of shop_sam', 'forbids it');
SELECT matches(pg_temp.reeve_do('merge', '2', '{"name": "3"}'),
  '^refused held person:2', 'both ways');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_un(17), 'done A18', 'until it ends');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('merge', '3', '{"name": "2"}'), 'done A19', 'then it is done');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_do('hold', '3', '{"why": "court"}'),
  'done A20', 'a hold on the one that goes');
SELECT matches(pg_temp.reeve_un(19), '^refused held person:3', 'keeps what has moved where it is');
SELECT is(pg_temp.reeve_un(20), 'done A21', 'until it ends');
SELECT is(pg_temp.reeve_un(19), 'done A22', 'then it is undone');
RESET SESSION AUTHORIZATION;

-- Somebody's own account, or a colleague's, gains nothing by a merge.
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.member_link('shop_bob', 'shop', 'person', '2', TRUE)), 'done',
  'person:2 is shop_bob');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_do('merge', '3', '{"name": "2"}'),
  'refused self person:2 is shop_bob: nobody '
  'acts on themselves', 'nobody merges into their own account');
SELECT is(pg_temp.reeve_do('merge', '2', '{"name": "3"}'),
  'refused self person:2 is shop_bob: nobody '
  'acts on themselves', 'nor their own');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('merge', '3', '{"name": "2"}'), 'refused peer person:2 is shop_bob, '
  'moderator: nobody acts on peers or superiors', 'nor into that of a peer');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_do('merge', '3', '{"name": "2"}'), 'done A23', 'a senior may');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_un(23), 'refused self A23 is on you, or yours: nobody acts on themselves',
  'but not they undo it');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_un(23), 'done A24', 'a senior does');
SELECT is((SELECT outcome FROM reeve.member_link('shop_bob', 'shop', 'person', '2', FALSE)), 'done',
  'and unlinks them');
RESET SESSION AUTHORIZATION;

ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
-- A protected account needs a second person, whichever of the two it is.
INSERT INTO reeve.mark(action_id, collection_id, key, kind, name, until, is_protecting)
VALUES (23, pg_temp.person_id(), '2', 'tag', 'partner', 'infinity', TRUE);
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT concat_ws(' ', outcome, code) FROM reeve.action_perform('merge', 'shop', 'person',
  '3', '{"name": "2"}', NULL)), 'proposed approval', 'a protected account that stays');
SELECT is((SELECT concat_ws(' ', outcome, code) FROM reeve.action_perform('merge', 'shop', 'person',
  '2', '{"name": "3"}', NULL)), 'proposed approval', 'or goes');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT outcome FROM reeve.approval_perform('approve', 1, 'seen', NULL)), 'done',
  'a colleague approves');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT array_agg(account ORDER BY account) FROM reeve.account_keys(pg_temp.person_id(),
  '{2}')), '{2,3}', 'and then it is done');

-- Merges count against the quota of the hour, and nothing moves to what is erased.
INSERT INTO reeve.action(verb, collection_id, key, actor)
VALUES ('erase', pg_temp.person_id(), '4', 'shop_sam');
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_do('merge', '1', '{"name": "4"}'),
  '^refused state person:4 is erased by A', 'not into an account that was erased');
SELECT matches(pg_temp.reeve_do('merge', '4', '{"name": "1"}'),
  '^refused state person:4 is erased by A', 'nor from one');
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.mark;
DELETE FROM reeve.approval_rule WHERE quota IS NULL;
UPDATE reeve.approval_rule SET ranks = NULL, quota = (
  SELECT count(*) FROM reeve.action WHERE actor = 'shop_ann' AND policy IS NOT NULL);
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_do('merge', '1', '{"name": "2"}'), '^proposed approval P',
  'over the quota a second person is needed');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
