-- One person with several logins is one pair of eyes; a role that was created again is somebody
-- else.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(58);

ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
CREATE ROLE shop_sue LOGIN;
CREATE ROLE shop_eve LOGIN;
CREATE ROLE shop_new LOGIN;
GRANT reeve_senior TO shop_sue, shop_eve;
INSERT INTO reeve.member(role_name, rank, added_by, added_at) VALUES
  ('shop_sue', 'senior', 'test', now() - interval '9 days'),
  ('shop_eve', 'senior', 'test', now() - interval '9 days');
UPDATE reeve.member SET added_at = now() - interval '9 days';

-- Control: two people do approve each other.
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT message FROM reeve.team_perform('team.add', 'shop_new', 'viewer', NULL)), 'P1',
  'shop_sam proposes');
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT outcome FROM reeve.approval_perform('approve', 1, NULL, NULL)), 'done',
  'two people approve each other');

-- Linked to one subject.
SET SESSION AUTHORIZATION shop_eve;
SELECT is((SELECT outcome FROM reeve.member_link(l, 'shop', 'person', '1', TRUE)), 'done',
  format('%s is person 1', l)) FROM unnest('{shop_sam,shop_sue}'::text[]) l;
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT message FROM reeve.team_perform('team.add', 'shop_new', 'moderator', NULL)),
  'P2', 'shop_sam proposes again');
SELECT is((SELECT others FROM reeve.approval_list('proposed', 1)), '{shop_eve}',
  'only the other person is named');
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT code FROM reeve.approval_perform('approve', 2, NULL, NULL)), 'other',
  'attack 25: the second login of the proposer does not approve');
SELECT is((SELECT code FROM reeve.approval_perform('reject', 2, NULL, NULL)), 'other',
  'nor rejects');
RESET SESSION AUTHORIZATION;
SELECT throws_ok($$UPDATE reeve.approval SET state = 'executed', decided_by = 'shop_sue',
  decided_at = clock_timestamp() WHERE approval_id = 2$$, '23514', NULL,
  'a constraint says so, whichever function forgets it');

-- Variant: the link is taken away just before.
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT code FROM reeve.member_link('shop_sam', 'shop', 'person', '1', FALSE)), 'self',
  'a person does not unlink the other login');
SELECT is((SELECT code FROM reeve.member_link('shop_sue', 'shop', 'person', '1', FALSE)), 'self',
  'nor their own');
SET SESSION AUTHORIZATION shop_eve;
SELECT is((SELECT outcome FROM reeve.member_link('shop_sue', 'shop', 'person', '1', FALSE)),
  'done', 'another person does');
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT code FROM reeve.approval_perform('approve', 2, NULL, NULL)), 'other',
  'a link that stood when it was proposed counts as long as it waits');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member_subject_past SET removed_at = removed_at - interval '2 days';
UPDATE reeve.approval SET proposed_at = proposed_at - interval '3 days',
  lapses_at = lapses_at - interval '3 days' + interval '4 days' WHERE approval_id = 2;
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT code FROM reeve.approval_perform('approve', 2, NULL, NULL)), 'other',
  '… however long that is');
RESET SESSION AUTHORIZATION;
SELECT is(reeve.person_logins('shop_sue'), '{shop_sue}', 'control: for others it is gone');

-- Variant: linked through two subjects and a third login.
SET SESSION AUTHORIZATION shop_eve;
SELECT is((SELECT outcome FROM reeve.member_link(l.login, 'shop', 'person', l.key, TRUE)), 'done',
  format('%s is person %s', l.login, l.key))
FROM (VALUES ('shop_vic', '1'), ('shop_vic', '2'), ('shop_sue', '2')) l(login, key);
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT message FROM reeve.team_perform('team.remove', 'shop_new', NULL, NULL)), 'P3',
  'shop_sam proposes once more');
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT code FROM reeve.approval_perform('approve', 3, NULL, NULL)), 'other',
  'transitively one person');
SELECT is((SELECT code FROM reeve.team_perform('team.add', 'shop_vic', 'senior', NULL)), 'self',
  'nobody changes the rank of their own other login');

-- Variant: removed from the team and added again, the links gone with it.
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.member_subject WHERE role_name = 'shop_vic';
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT code FROM reeve.approval_perform('approve', 3, NULL, NULL)), 'other',
  'links that went with a member count, too');

-- Variant: linked after the proposal.
SET SESSION AUTHORIZATION shop_eve;
SELECT is((SELECT message FROM reeve.team_perform('team.add', 'shop_new', 'senior', NULL)), 'P4',
  'shop_eve proposes');
SELECT is((SELECT outcome FROM reeve.member_link('shop_eve', 'shop', 'person', '2', TRUE)), 'done',
  'and is linked to a colleague');
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT code FROM reeve.approval_perform('approve', 4, NULL, NULL)), 'other',
  'a link made after the proposal counts');

-- Variant: linking colleagues to oneself, to be alone.
RESET SESSION AUTHORIZATION;
UPDATE reeve.approval SET proposed_at = proposed_at - interval '2 hours' WHERE approval_id = 4;
SET SESSION AUTHORIZATION shop_eve;
SELECT is((SELECT outcome FROM reeve.member_link('shop_sam', 'shop', 'person', '2', TRUE)), 'done',
  'now all seniors are one person');
SELECT is((SELECT code FROM reeve.approval_perform('approve', 4, NULL, NULL)), 'other',
  'nobody makes themselves alone by links of their own');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member_subject SET added_by = 'shop_ann';
SET SESSION AUTHORIZATION shop_eve;
SELECT is((SELECT code FROM reeve.approval_perform('approve', 4, NULL, NULL)), 'other',
  'nor by links that were made today');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member_subject SET added_at = added_at - interval '25 hours';
SET SESSION AUTHORIZATION shop_eve;
SELECT is((SELECT outcome FROM reeve.approval_perform('approve', 4, NULL, NULL)), 'done',
  'control: who is alone confirms after an hour');

-- Quotas are a person's.
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.member_subject;
DELETE FROM reeve.member_subject_past;
UPDATE reeve.approval_rule SET quota = 2 WHERE name = 'quota';
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('warn', 'shop', 'person', k,
  '{"policy": "spam"}', NULL)), 'done', format('shop_ann warns %s', k))
FROM unnest('{1,2}'::text[]) k;
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT outcome FROM reeve.action_perform('warn', 'shop', 'person', '3',
  '{"policy": "spam"}', NULL)), 'done', 'control: another person has a quota of their own');
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.member_subject(collection_id, key, role_name, added_by)
SELECT c.collection_id, '4', l, 'test'
FROM reeve.collection c, unnest('{shop_ann,shop_bob}'::text[]) l
WHERE c.name = 'person';
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT code FROM reeve.action_perform('warn', 'shop', 'person', '3',
  '{"policy": "fraud"}', NULL)), 'approval', 'two logins of one person share a quota');
SELECT is((SELECT code FROM reeve.action_perform('verify', 'shop', 'person', '4', '{}', NULL)),
  'self', 'and neither acts on that person');

-- Appeals.
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.appeal(action_id, actors, collection_id, key, filed_by)
SELECT a.action_id, '{shop_ann}', a.collection_id, a.key, 'test'
FROM reeve.action a WHERE a.actor = 'shop_ann' ORDER BY a.action_id LIMIT 1;
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT code FROM reeve.appeal_perform(a.action_id, 'upheld', 'fine')), 'self',
  'nobody decides an appeal against their other login')
FROM reeve.appeal_list('shop') a;
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.appeal_perform(a.action_id, 'upheld', 'fine')), 'done',
  'control: another person does')
FROM reeve.appeal_list('shop') a;
RESET SESSION AUTHORIZATION;

-- A role that was dropped and created again under the name, or renamed to it, is not the member.
SELECT is(reeve.member_rank_of('shop_sue'), 'senior', 'control: shop_sue is a senior');
DROP ROLE shop_sue;
CREATE ROLE shop_sue LOGIN;
GRANT reeve_senior TO shop_sue;
SELECT is(reeve.member_rank_of('shop_sue'), NULL, 'a role made anew has no rank');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(reeve.member_rank(), NULL, '… not in its own session either');
SELECT is((SELECT code FROM reeve.team_perform('team.add', 'shop_new', 'viewer', NULL)), 'rank',
  '… and proposes nothing');
RESET SESSION AUTHORIZATION;
ALTER ROLE shop_eve RENAME TO shop_old;
ALTER ROLE shop_new RENAME TO shop_eve;
GRANT reeve_senior TO shop_eve;
SELECT is(reeve.member_rank_of('shop_eve'), NULL, 'a role renamed to a member''s name has no rank');
SELECT is(reeve.member_rank_of('shop_old'), NULL, 'nor has the member under another name');
SELECT is(reeve.member_rebind(), 0, 'what changed in this cluster is not bound anew');
UPDATE reeve.member SET system_id = 1;
SELECT cmp_ok(reeve.member_rebind(), '>=', 5, 'a restored database''s members are');
SELECT is((SELECT m.detail -> 'members' ? 'shop_sue' FROM reeve.command m
  WHERE m.kind = 'member.rebind'), TRUE, '… on the record');
SELECT is(reeve.member_rank_of('shop_sue'), 'senior', '… to the roles of the names');
-- A role is renamed, or made again under the name, in the middle of an approval. Whoever of them
-- becomes a member, by two seniors, the proposal is still that of the role that made it.
CREATE ROLE shop_one LOGIN;
CREATE ROLE shop_two LOGIN;
CREATE ROLE shop_three LOGIN;
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT code FROM reeve.team_perform('team.add', v.login, 'viewer', NULL)), 'approval',
  'shop_sam proposes ' || v.login)
FROM (VALUES ('shop_one'), ('shop_two'), ('shop_three')) v(login);
RESET SESSION AUTHORIZATION;
CREATE FUNCTION pg_temp.reeve_waits(login text) RETURNS bigint LANGUAGE sql SECURITY DEFINER AS $$
  SELECT max(a.approval_id) FROM reeve.approval a WHERE a.key = login AND a.state = 'proposed' $$;
ALTER ROLE shop_sam RENAME TO shop_tom;
SET SESSION AUTHORIZATION shop_tom;
SELECT is((SELECT code FROM reeve.approval_perform('approve', pg_temp.reeve_waits('shop_one'), NULL,
  NULL)), 'rank', 'a renamed proposer has no rank');
RESET SESSION AUTHORIZATION;
CREATE ROLE shop_sam LOGIN;
GRANT reeve_senior TO shop_sam;
UPDATE reeve.member SET role_oid = 'shop_sam'::regrole WHERE role_name = 'shop_sam';
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_tom', 'senior', 'test');
SET SESSION AUTHORIZATION shop_tom;
SELECT is((SELECT code FROM reeve.approval_perform('approve', pg_temp.reeve_waits('shop_one'), NULL,
  NULL)), 'state', 'nor does he approve himself, as another member, for who has his name');
RESET SESSION AUTHORIZATION;
SELECT throws_ok($$UPDATE reeve.approval SET state = 'executed', decided_by = 'shop_tom',
  decided_at = clock_timestamp() WHERE key = 'shop_one'$$, '23514', NULL,
  'a constraint says so, whichever function forgets it');
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT code FROM reeve.approval_perform('approve', pg_temp.reeve_waits('shop_two'), NULL,
  NULL)), 'state', 'another person does not approve for who has his name');
SELECT is((SELECT outcome FROM reeve.approval_perform('reject', pg_temp.reeve_waits('shop_two'),
  NULL, NULL)), 'done', 'but rejects it');
RESET SESSION AUTHORIZATION;
ALTER ROLE shop_sam RENAME TO shop_dan;
ALTER ROLE shop_tom RENAME TO shop_sam;
UPDATE reeve.member SET role_oid = 'shop_sam'::regrole WHERE role_name = 'shop_sam';
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT outcome FROM reeve.approval_perform('approve', pg_temp.reeve_waits('shop_three'),
  NULL, NULL)), 'done', 'control: once he has his name again, it is approved');
RESET SESSION AUTHORIZATION;
ALTER ROLE reeve_senior RENAME TO shop_seniors;
SET SESSION AUTHORIZATION shop_sue;
SELECT throws_ok($$SELECT reeve.team_perform('team.add', 'shop_four', 'viewer', NULL)$$, '42704',
  NULL, 'a rank whose role was renamed is nobody''s');
RESET SESSION AUTHORIZATION;
CREATE ROLE reeve_senior;
GRANT reeve_senior, reeve_viewer TO shop_one;
SET SESSION AUTHORIZATION shop_one;
SELECT is(reeve.member_rank(), NULL, '… nor theirs who take its name');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(reeve.member_rank(), NULL, '… and members have it by that role alone');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
