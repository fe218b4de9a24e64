-- What an undo undoes besides rows: what was proposed for strikes, and the cases made of it. An
-- undo of what cannot be restored. Appeals where everybody had a part in the action.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
UPDATE reeve.app SET manifest = manifest || '{
  "strikes": {"expire": "90d", "thresholds": [
    {"at": 2, "propose": "suspend", "for": "7d"}, {"at": 4, "propose": "ban"}]}}'
WHERE app = 'shop';
CREATE FUNCTION pg_temp.reeve_hide(nr int, policy text) RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint FROM reeve.action_perform('hide', 'shop', 'item',
    format('["a-1", %s]', nr), jsonb_build_object('policy', policy), NULL)
$$;
CREATE FUNCTION pg_temp.reeve_undo(action_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', u.outcome, u.code) FROM reeve.undo_perform(action_id, NULL, NULL) u
$$;
CREATE FUNCTION pg_temp.reeve_open_cases() RETURNS int LANGUAGE sql AS $$
  SELECT count(*)::int FROM reeve.case_queue('shop')
$$;

-- One action after the other.
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_hide(1, 'fraud') AS one \gset
SELECT pg_temp.reeve_hide(2, 'fraud') AS two \gset
SELECT is(pg_temp.reeve_open_cases(), 1, 'two strikes are a case');
SELECT case_id AS proposed FROM reeve.case_queue('shop') \gset
SELECT pg_temp.reeve_hide(3, 'fraud') AS three \gset
SELECT is(pg_temp.reeve_undo(:two), 'done');
SELECT is(pg_temp.reeve_open_cases(), 1, 'what the strikes still come to stands');
SELECT is(pg_temp.reeve_undo(:three), 'done');
SELECT is(pg_temp.reeve_open_cases(), 0, 'what they do not come to any more is withdrawn');
SELECT results_eq(format('SELECT state, closed_by, report_count FROM reeve.case_show(%s)',
  :proposed),
  $$VALUES ('withdrawn', 'shop_ann', 0)$$, 'and its case is closed');
SELECT matches((SELECT reason FROM reeve.case_history(:proposed, 1)), '^A\d+ undid its action',
  'for that reason');
SELECT matches((SELECT note FROM reeve.case_reports(:proposed, 1)), '^withdrawn by A\d+$');
SELECT pg_temp.reeve_hide(2, 'fraud') AS two \gset
SELECT is(pg_temp.reeve_open_cases(), 1, 'strikes that come to it again are a case again');
RESET SESSION AUTHORIZATION;
SAVEPOINT others;
SELECT reeve.report_put(c.collection_id, '1', 'fraud', 'Look.', c.collection_id, '2', NULL)
FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'person' \gset reported_
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT report_count FROM reeve.case_queue('shop')), 2);
SELECT is(pg_temp.reeve_undo(:two), 'done');
SELECT is((SELECT report_count FROM reeve.case_queue('shop')), 1,
  'a case that somebody else reported to stays open');
RESET SESSION AUTHORIZATION;
ROLLBACK TO others;
UPDATE reeve.action SET performed_at = performed_at - interval '89 days' WHERE action_id = :one;
UPDATE reeve.report SET at = at - interval '2 days' WHERE withdrawn_by IS NULL;
UPDATE reeve.action SET performed_at = performed_at - interval '2 days' WHERE action_id = :one;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_hide(4, 'fraud') AS four \gset
SELECT is(pg_temp.reeve_undo(:four), 'done');
SELECT is(pg_temp.reeve_open_cases(), 1, 'what only expired is not withdrawn');
SELECT is(pg_temp.reeve_undo(:two), 'done');
SELECT is(pg_temp.reeve_open_cases(), 0);
SELECT is(pg_temp.reeve_undo(:one), 'done');

-- A batch, before and after anybody looked at the queue.
SELECT reeve.selection_make('wave', 'shop', 'item',
  '{"[\"a-1\", 1]","[\"a-1\", 2]","[\"b\\\"2\", 1]"}',
  NULL, FALSE) \g /dev/null
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.approval_rule;
SET SESSION AUTHORIZATION shop_ann;
SELECT detail ->> 'batch_id' AS batch
FROM reeve.batch_perform('hide', 'wave', '{"policy": "fraud"}', NULL) \gset
SELECT is((SELECT outcome FROM reeve.batch_undo(:batch, NULL)), 'done');
SELECT is(pg_temp.reeve_open_cases(), 0, 'a report that nobody saw yet makes no case');
SELECT detail ->> 'batch_id' AS batch
FROM reeve.batch_perform('hide', 'wave', '{"policy": "fraud"}', NULL) \gset
SELECT is(pg_temp.reeve_open_cases(), 1);
SELECT action_id AS first FROM reeve.subject_history('shop', 'item', '["a-1", 1]', 1) \gset
SELECT is(pg_temp.reeve_undo(:first), 'done');
SELECT is(pg_temp.reeve_open_cases(), 1, 'a batch undone by a third leaves the case of the rest');
SELECT is((SELECT outcome || ' ' || (detail ->> 'changed') FROM reeve.batch_undo(:batch, NULL)),
  'done 2', 'and what is left of it is undone');
SELECT is(pg_temp.reeve_open_cases(), 0, 'a batch undone withdraws the cases that it caused');
SELECT is((SELECT concat_ws(' ', outcome, code) FROM reeve.batch_undo(:batch, NULL)),
  'refused undone');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.report p WHERE p.withdrawn_by IS NULL), 0);
SELECT is((SELECT count(*)::int FROM "Odd Shop".item WHERE hidden_until IS NOT NULL), 0);
SELECT is((SELECT count(*)::int FROM reeve.strike s JOIN reeve.action a USING (action_id)
  WHERE a.reversed_by IS NULL), 0, 'no strike is left');

-- What cannot be restored at all.
UPDATE reeve.rule SET is_reversible = FALSE
WHERE app = 'shop' AND verb = 'hide' AND collection_id = affected_id;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_hide(4, 'fraud') AS lasting \gset
SELECT is(reeve.undo_plan(:lasting) #>> '{refusal,code}', 'final', 'the plan of an undo says so');
SELECT is(pg_temp.reeve_undo(:lasting), 'refused final', 'an undo that gives nothing back');
SELECT is((SELECT message FROM reeve.undo_perform(:lasting, NULL, NULL)),
  format('nothing that A%s changed can be restored', :lasting));
SELECT detail ->> 'batch_id' AS batch
FROM reeve.batch_perform('hide', 'wave', '{"policy": "fraud"}', NULL) \gset
SELECT is((SELECT concat_ws(' ', outcome, code) FROM reeve.batch_undo(:batch, NULL)),
  'refused final', 'of a batch too');
RESET SESSION AUTHORIZATION;
UPDATE reeve.rule SET is_reversible = TRUE
WHERE app = 'shop' AND verb = 'hide' AND collection_id = affected_id;
SELECT action_id AS odd FROM reeve.action WHERE batch_id = :batch ORDER BY action_id LIMIT 1 \gset
UPDATE reeve.effect SET is_reversible = TRUE WHERE action_id = :odd;
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT concat_ws(' ', outcome, detail ->> 'changed', detail ->> 'refused')
    FROM reeve.batch_undo(:batch, NULL)), 'done 1 2', 'a batch restores what it can');
SELECT is((SELECT array_agg(DISTINCT code) FROM reeve.batch_refusals(
    (SELECT max(batch_id) FROM reeve.batch_list(1)), 9)), '{final}', 'and names what it cannot');
RESET SESSION AUTHORIZATION;

-- What is granted in part leaves the strike, and what it came to.
SAVEPOINT partly;
CREATE FUNCTION pg_temp.reeve_outcome(action_id bigint, verdict text) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code) FROM reeve.appeal_perform(action_id, verdict, 'x') p
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_hide(1, 'spam') AS first \gset
SELECT is(pg_temp.reeve_open_cases(), 1);
SET SESSION AUTHORIZATION shop_app;
SELECT is(reeve.appeal_open('shop', 'A' || :first, 'person:1', NULL), 'opened');
RESET SESSION AUTHORIZATION;
SAVEPOINT undecided;
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_outcome(:first, 'partly'), 'done');
SELECT is(pg_temp.reeve_open_cases(), 1, 'the case of a strike that stands stays open');
RESET SESSION AUTHORIZATION;
ROLLBACK TO undecided;
UPDATE reeve.action SET until = clock_timestamp() WHERE action_id = :first;
\ir ../fixtures/worker.sql
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.lift') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 10)).rows, 1::bigint);
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_open_cases(), 1, 'what ended in time counts on');
SELECT is((SELECT concat_ws(' ', p.outcome, p.detail -> 'undo')
  FROM reeve.appeal_perform(:first, 'overturned', 'x') p), 'done null',
  'an appeal against it undoes nothing');
SELECT is(pg_temp.reeve_open_cases(), 0, 'but voids it');
RESET SESSION AUTHORIZATION;
ROLLBACK TO partly;

-- Who decides an appeal.
SAVEPOINT appeals;
UPDATE reeve.member SET rank = 'viewer' WHERE role_name = 'shop_sam';
CREATE FUNCTION pg_temp.reeve_decided(action_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code)
  FROM reeve.appeal_perform(action_id, 'upheld', 'I looked again.') p
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_hide(1, 'spam') AS alone \gset
SELECT pg_temp.reeve_hide(2, 'spam') AS both \gset
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET principal = 'shop_bob' WHERE action_id = :both;
SET SESSION AUTHORIZATION shop_app;
SELECT is(reeve.appeal_open('shop', 'A' || :alone, 'person:1', NULL), 'opened');
SELECT is(reeve.appeal_open('shop', 'A' || :both, 'person:1', NULL), 'opened');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided(:alone), 'refused self', 'who acted waits for a colleague');
SELECT is((SELECT message FROM reeve.appeal_perform(:alone, 'upheld', 'x')),
  format('A%s is yours too: shop_bob must decide', :alone));
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_decided(:both), 'refused self', 'not who proposed');
SELECT is((SELECT array_agg(is_yours ORDER BY action_id) FROM reeve.appeal_list('shop')), '{f,t}');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided(:both), 'done', 'of two who did it, the one who approved decides');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT is_single_handed FROM reeve.appeal WHERE action_id = :both), TRUE);
SELECT is((SELECT count(*)::int FROM reeve.command WHERE kind = 'appeal.single-handed'), 1,
  'which the record says');
INSERT INTO reeve.member_subject(role_name, collection_id, key, added_by)
SELECT r, c.collection_id, '4', 'shop_ann'
FROM reeve.collection c, unnest('{shop_ann,shop_bob}'::text[]) r
WHERE c.app = 'shop' AND c.name = 'person';
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided(:alone), 'refused self',
  'nobody is left alone by links of their own making');
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.member_subject;
DELETE FROM reeve.member_subject_past;
UPDATE reeve.member SET rank = 'viewer' WHERE role_name = 'shop_bob';
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided(:alone), 'done', 'where nobody else is left, who acted decides');
RESET SESSION AUTHORIZATION;
ROLLBACK TO appeals;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is((SELECT count(*) FROM reeve.command), (SELECT count(*) FROM reeve.chain),
  'every command is sealed');
SELECT * FROM finish();
ROLLBACK;
