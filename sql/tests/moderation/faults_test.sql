-- What other systems get wrong, each a fault that this one must not have.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(22);

\ir ../fixtures/worker.sql

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb)
RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint
  FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_digest() RETURNS text LANGUAGE sql AS $$
  SELECT md5(concat(
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM "Odd Shop"."Person" t),
    (SELECT string_agg(t::text, '|' ORDER BY t.code) FROM "Odd Shop".stall t),
    (SELECT string_agg(t::text, '|' ORDER BY t.stall_code, t.nr) FROM "Odd Shop".item t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM "Odd Shop".deal t)))
$$;
-- Without the one effect that cannot be restored.
UPDATE "Odd Shop".deal SET state = 'over' WHERE id = 4;
CREATE TEMP TABLE kept AS SELECT pg_temp.reeve_digest() AS before;

SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_plan('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}') IS NULL
  \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_digest(), (SELECT before FROM kept),
  'Draupnir (a confirmation the wrong way round): looking at a plan changes nothing');

-- Two restrictions of one account that lapse between two looks.
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_act('hide', 'item', '["a-1", 2]', '{"policy": "fraud"}') AS item \gset
SELECT pg_temp.reeve_act('ban', 'person', '1', '{"policy": "spam", "for": "1d"}') AS ban \gset
SELECT pg_temp.reeve_act('suspend', 'person', '1',
  '{"policy": "spam", "for": "2d"}') AS suspension \gset
SELECT pg_temp.reeve_act('tag', 'person', '1', '{"name": "watched", "for": "1h"}') AS tag \gset
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET until = now() - interval '1 s' WHERE action_id IN (:ban, :suspension, :tag);
UPDATE reeve.subject SET hidden_until = now() - interval '1 s' WHERE hidden_until < 'infinity';
UPDATE reeve.mark SET until = now() - interval '1 s';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.lift') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 10)).rows, 3::bigint,
  'Ozone (two that lapse in one tick are never reverted): all are lifted at once');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.mark), 0, 'a tag that has lapsed is gone');
SELECT is((SELECT string_agg(DISTINCT actor, ',') FROM reeve.action WHERE verb = 'lift'),
  'system:moderation.lift',
  'Ozone (an automatic reversal in the moderator''s name): it bears the system''s');
SELECT is((SELECT blocked_until FROM "Odd Shop"."Person" WHERE id = 1), NULL,
  'NodeBB (timed bans that never end): it is over in the app as well');
SELECT is((SELECT hidden_until FROM "Odd Shop".item WHERE stall_code = 'a-1' AND nr = 2),
  'infinity',
  'Ozone (an account''s reversal finds a record''s): a row with a cause of its own stays');
SELECT is((SELECT count(*)::int FROM "Odd Shop".item WHERE hidden_until IS NOT NULL), 1,
  'Lemmy (restores what was removed for other causes): all others are back');
SELECT is((SELECT count(*)::int FROM reeve.command c WHERE c.kind = 'lift'), 3,
  'Lemmy (an expiry leaves no trace): each ending is on the record');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.undo_perform(:item, NULL, NULL)), 'done',
  'undo goes by the action''s number');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_digest(), (SELECT before FROM kept),
  'Sharetribe (re-enabling reopens no listing): all is as it was');

-- A ban again after an undo is another action; undoing it bans nobody.
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_act('ban', 'person', '1', '{"policy": "spam", "for": "1d"}') AS again \gset
SELECT is((SELECT outcome FROM reeve.undo_perform(:again, NULL, NULL)), 'done', 'it is undone');
SELECT is((SELECT code FROM reeve.undo_perform(:again, NULL, NULL)), 'undone',
  'Draupnir (an unban that bans again): an undo is done once');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_digest(), (SELECT before FROM kept), 'and takes back exactly that');

-- Who did what, with which arguments, refused attempts too.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_act('ban', 'person', '2', '{"policy": "spam", "for": "1d"}'), NULL,
  'a viewer tries');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT actor, kind, outcome, code FROM reeve.command ORDER BY command_id DESC
  LIMIT 1', $$VALUES ('shop_vic', 'ban', 'refused', 'rank')$$,
  'tootctl (commands that leave no audit entry): whatever the way, it is on the record');
SELECT is((SELECT count(*)::int FROM reeve.action a WHERE a.reason IS NULL AND a.policy IS NULL
    AND a.verb NOT IN ('lift', 'undo', 'tag')), 0,
  'Mastodon (a log without reasons): an action against somebody names the rule');

-- One who has become nobody, and the team itself.
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.member_link('shop_bob', 'shop', 'person', '2', TRUE)), 'done',
  'a moderator is in the app, too');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT code FROM reeve.action_perform('suspend', 'shop', 'person', '2',
  '{"policy": "spam"}', NULL)), 'peer', 'Discourse (staff cannot be silenced): nor here by peers');
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{"policy": "spam", "forever": true}', NULL)), 'proposed',
  'console1984 (one person suffices): not for what has no end');
SELECT is((SELECT code FROM reeve.approval_perform('approve', (
    SELECT max(approval_id) FROM reeve.approval_list('proposed', 1)), NULL, NULL)), 'other',
  'and its proposer does not suffice');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.approval_perform('reject', (
    SELECT max(approval_id) FROM reeve.approval_list('proposed', 1)), 'no', NULL)), 'done',
  'AMO (a held decision that nobody can call off): it is rejected, or withdrawn');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok('SELECT * FROM reeve.action_perform(''ban'', ''shop'', ''person'', ''*'',
  ''{"policy": "spam", "for": "1d"}'', NULL)', 'RV004', NULL,
  'Draupnir (a wildcard that bans a server): a subject is one row');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
