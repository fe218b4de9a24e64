-- Selections, and the batches that act on them and take that back. Ann, Bob and Sam of the shop.
-- On one server: it takes long.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
ALTER TABLE reeve.selection ALTER COLUMN selection_id RESTART;
ALTER TABLE reeve.batch ALTER COLUMN batch_id RESTART;
ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(), '{actions}',
  pg_temp.manifest() -> 'actions' || '[{"verb": "tag", "collection": "item"},
    {"verb": "note", "collection": "deal"}, {"verb": "delete", "collection": "item",
      "effects_of": "hide"}]')) \g /dev/null
INSERT INTO "Odd Shop"."Person"(id, "Full Name") SELECT n, 'Crowd ' || n
FROM generate_series(100, 1399) n;
INSERT INTO "Odd Shop".stall(code, owner_id, title) SELECT 's' || n, n, 'Stall ' || n
FROM generate_series(100, 199) n;
INSERT INTO "Odd Shop".item(stall_code, nr, title) SELECT 's' || n, i, 'Thing'
FROM generate_series(100, 199) n, generate_series(1, 12) i;
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, place) VALUES (6, 'c', 100, 'open', 6);
CREATE FUNCTION pg_temp.reeve_picture() RETURNS text LANGUAGE sql AS $$
  SELECT md5(string_agg(x, '|' ORDER BY x)) FROM (
    SELECT 'p' || p::text FROM "Odd Shop"."Person" p
    UNION ALL SELECT 's' || s::text FROM "Odd Shop".stall s
    UNION ALL SELECT 'i' || i::text FROM "Odd Shop".item i
    UNION ALL SELECT 'd' || d::text FROM "Odd Shop".deal d) r(x) $$;
CREATE FUNCTION pg_temp.reeve_pick(name text, collection text, keys text[], query text DEFAULT NULL)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, detail ->> 'subjects', detail ->> 'missing',
    detail ->> 'duplicates')
  FROM reeve.selection_make(name, 'shop', collection, keys, query, FALSE) $$;
CREATE FUNCTION pg_temp.reeve_act(verb text, name text, args jsonb, expected jsonb DEFAULT NULL)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message)
  FROM reeve.batch_perform(verb, name, args, expected) $$;
CREATE FUNCTION pg_temp.reeve_undo(batch bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message) FROM reeve.batch_undo(batch, 'a mistake') $$;
CREATE FUNCTION pg_temp.reeve_told(batch bigint) RETURNS text LANGUAGE sql SECURITY DEFINER AS $$
  SELECT concat_ws(' ', CASE WHEN b.halted IS NOT NULL THEN 'halted'
    WHEN b.ended_at IS NOT NULL THEN 'done' ELSE 'open' END, b.changed || '/' || b.subjects,
    d ->> 'refused', d ->> 'lost')
  FROM reeve.batch b, reeve.batch_detail(b) d WHERE b.batch_id = batch $$;

-- Selections.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_pick('wave', 'person', '{1,007,2,x,9999,02,4, 3}'), 'done 4 3 1',
  'keys that are none, or of nobody, are told; doubles count once');
SELECT is((SELECT detail -> 'examples' FROM reeve.selection_make(
  'other', 'shop', 'person', '{zz,2,99999999999999999999}', NULL, FALSE)),
  '["zz", "99999999999999999999"]', 'which they are');
SELECT is(pg_temp.reeve_pick('things', 'item', '{"[\"a-1\", 1]","[\"a-1\",1]","[1]",x}'),
  'done 1 2 1',
  'keys of several columns, however written');
SELECT is(pg_temp.reeve_pick('wave', 'person', '{1}'), 'refused state', 'a name is taken once');
SELECT is(pg_temp.reeve_pick('Wave', 'person', '{1}'), 'refused argument', 'names are plain');
SELECT is(pg_temp.reeve_pick('none', 'person', '{99999}'), 'refused notfound 0 1 0',
  'nothing is none');
SELECT is(pg_temp.reeve_pick('crowd', 'person', NULL, 'crowd'), 'done 1300 0 0',
  'all that find finds, beyond a page');
SELECT throws_ok($$SELECT pg_temp.reeve_pick('x', 'nope', '{1}')$$, 'RV003');
SELECT results_eq('SELECT key, label FROM reeve.selection_rows(''wave'', 2)',
  $$VALUES ('1', 'Olga Owner'), ('2', 'Bert Buyer')$$, 'its rows in its order');
SELECT set_eq('SELECT name FROM reeve.selection_list()', '{wave,other,things,crowd}'::text[]);
SET SESSION AUTHORIZATION shop_bob;
SELECT is_empty('SELECT * FROM reeve.selection_list()', 'each has their own');
SELECT is((SELECT count(*)::int FROM reeve.selection_rows('shop_ann/wave', 9)), 4,
  'and may look at others''');
SELECT is((SELECT code FROM reeve.selection_drop('shop_ann/wave')), 'other', 'not drop them');
SELECT throws_ok($$SELECT * FROM reeve.selection_rows('wave', 9)$$, 'RV004');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_pick('mine', 'person', '{1}'), 'refused rank', 'a viewer selects nothing');
SELECT throws_ok('SELECT * FROM reeve.selection', '42501', NULL, 'nor reads the table');
RESET SESSION AUTHORIZATION;
SELECT throws_ok($$INSERT INTO reeve.selection(name, collection_id, keys, owner)
  SELECT 'huge', collection_id, array_fill('1'::text, '{100001}'), 'x'
  FROM reeve.collection LIMIT 1$$, '23514', NULL, 'at most 100,000');

-- A plan for all of them, who is left out, and the most costly.
SELECT pg_temp.reeve_picture() AS start \gset
INSERT INTO reeve.member_subject(collection_id, key, role_name, added_by)
SELECT collection_id, '2', 'shop_bob', 'test' FROM reeve.collection WHERE name = 'person'
  AND app = 'shop';
SELECT reeve.command_record('member.link', session_user, collection_id => collection_id,
  key => '2', detail => '{"members": ["shop_bob"]}') AS recorded
FROM reeve.collection WHERE name = 'person' AND app = 'shop' \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.batch_plan('ban', 'wave', '{"policy": "spam", "for": "7d"}') AS plan \gset
SELECT results_eq($$SELECT $$ || quote_literal(:'plan') || $$::jsonb ->> 'subjects',
    $$ || quote_literal(:'plan') || $$::jsonb #>> '{barred,0,code}'$$,
  $$VALUES ('3', 'peer')$$, 'a peer is left out');
SELECT is((SELECT string_agg(concat_ws(' ', e ->> 'name', e ->> 'rows'), ', ')
    FROM jsonb_array_elements(:'plan'::jsonb -> 'effects') e),
  'account 3, stalls 3, items 12, open deals 5, own deals 2, closed deals 1', 'summed up');
SELECT is(:'plan'::jsonb #>> '{costliest,0,label}', 'Olga Owner', 'who brings down most');
SELECT is(:'plan'::jsonb ->> 'danger', 'severe');
SELECT is(reeve.batch_plan('ban', 'wave', '{"policy": "nope"}') #>> '{refusal,code}', 'argument');
SELECT is(reeve.batch_plan('freeze', 'wave', '{}') #>> '{refusal,code}', 'argument');
SELECT is(reeve.batch_plan('delete', 'things', '{"policy": "spam"}') #>> '{refusal,code}', 'rank');

-- Up to 500: at once, one command, each an action of its own.
SELECT is(pg_temp.reeve_act('ban', 'wave', '{"policy": "spam", "for": "7d"}',
  jsonb_set(:'plan', '{people}', '1')), 'refused worse it would do more than the plan that you '
  'saw: '
  || (:'plan'::jsonb ->> 'people') || ' people would be notified, planned 1', 'not worse than '
  'planned');
SELECT is(pg_temp.reeve_act('ban', 'wave', '{"policy": "spam", "for": "7d"}', :'plan'), 'done B1');
SELECT is(pg_temp.reeve_told(1), 'done 3/4 1 0');
SELECT results_eq('SELECT key, code FROM reeve.batch_refusals(1, 9)', $$VALUES ('2', 'peer')$$);
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT key, verb, actor FROM reeve.action WHERE batch_id = 1 ORDER BY 1$$,
  $$VALUES ('1', 'ban', 'shop_ann'), ('3', 'ban', 'shop_ann'), ('4', 'ban', 'shop_ann')$$);
SELECT results_eq($$SELECT kind, detail - 'as' - 'actions' FROM reeve.command WHERE batch_id = 1$$,
  $$VALUES ('ban', '{"from": 1, "upto": 4, "refused": 1}'::jsonb)$$, 'one command tells its part');
SELECT results_eq($$SELECT a.key, count(*) FROM reeve.effect e JOIN reeve.action a USING (action_id)
    WHERE a.batch_id = 1 GROUP BY 1 ORDER BY 1$$,
  $$VALUES ('1', 13::bigint), ('3', 9), ('4', 1)$$, 'each row hangs on its own subject');
SELECT is((SELECT count(*)::int FROM reeve.strike s JOIN reeve.action a USING (action_id)
  WHERE a.batch_id = 1), 3, 'each counts');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1)', 'what was done is what was sealed');
RESET SESSION AUTHORIZATION;
SAVEPOINT bent;
UPDATE reeve.effect SET before = '{"hidden_until": "2001-01-01"}' WHERE action_id = (
  SELECT max(action_id) FROM reeve.action WHERE batch_id = 1);
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT count(DISTINCT action_id)::int FROM reeve.audit_recheck(1)), 1,
  'one bent effect shows');
ROLLBACK TO bent;
RESET SESSION AUTHORIZATION;

-- A sweep of a batch's part adds to the right actions.
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 99, 'Late'), ('a-1', 99, 'Late');
\ir ../fixtures/worker.sql
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.sweep', '{"action_ids": [1, 2, 3]}')
  AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 1)).state, 'scheduled',
  'this transaction is open itself');
RESET SESSION AUTHORIZATION;
SELECT set_eq($$SELECT a.key, e.key AS row FROM reeve.effect e JOIN reeve.action a USING (action_id)
  WHERE e.key LIKE '%99%'$$, $$VALUES ('1', '["a-1", 99]'), ('3', '["c", 99]')$$);
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1)', 'sealed with them');

-- Undo of all but what depends on something later; then nothing is left of it.
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT outcome FROM reeve.undo_perform(
  (SELECT min(action_id) FROM reeve.action_in_force('shop', 'person', '4', 'ban')), NULL, NULL)),
  'done', 'one of them alone');
SELECT is((reeve.batch_undo_plan(1) ->> 'subjects')::int, 2, 'a plan of the rest');
SELECT is(pg_temp.reeve_undo(1), 'done B2');
SELECT is(pg_temp.reeve_told(2), 'done 2/2 0 0');
SELECT is(pg_temp.reeve_undo(1), 'refused undone B1 was already undone, or changed nothing');
SELECT is(pg_temp.reeve_undo(2), 'refused state B2 is itself an undo; repeat the action instead');
SELECT is(pg_temp.reeve_undo(77), 'refused notfound there is no batch B77');
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT code FROM reeve.batch_undo(1, NULL)), 'rank');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.subject WHERE hidden_by <> '{}'), 0, 'all is in view');
DELETE FROM "Odd Shop".item WHERE nr = 99;
SELECT is(pg_temp.reeve_picture(), :'start', 'all of it is as it was');

-- Marks: who has one already is left.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('tag', 'shop', 'item', '["a-1", 1]',
  '{"name": "seen"}', NULL)), 'done');
SELECT is(pg_temp.reeve_pick('two', 'item', '{"[\"a-1\", 1]","[\"a-1\", 2]"}'), 'done 2 0 0');
SELECT is(pg_temp.reeve_act('tag', 'two', '{"name": "seen"}'), 'done B3');
SELECT results_eq('SELECT key, code FROM reeve.batch_refusals(3, 9)',
  $$VALUES ('["a-1", 1]', 'already')$$);
SELECT is(pg_temp.reeve_act('tag', 'two', '{"name": "seen"}'),
  'refused already none of them can be '
  'acted on: item:["a-1", 1] already has the tag seen, by A'
  || (SELECT min(action_id) FROM reeve.action_in_force('shop', 'item', '["a-1", 1]', 'tag')),
  'where all have it nothing begins');
SELECT is((SELECT outcome FROM reeve.selection_drop('two')), 'done', 'dropped');
SELECT throws_ok($$SELECT pg_temp.reeve_act('tag', 'two', '{"name": "x"}')$$, 'RV004');
SELECT is((SELECT selection FROM reeve.batch_list(1, 3)), NULL, 'what was done to it stands');

-- Four eyes by the impact of the whole.
SELECT is(pg_temp.reeve_act('ban', 'crowd', '{"policy": "spam", "for": "1d"}'),
  'proposed approval P1');
SELECT is((SELECT concat_ws(' ', selection, subjects, others) FROM reeve.approval_list(NULL, 1)),
  'shop_ann/crowd 1300 {shop_bob,shop_sam}');
SELECT is((SELECT code FROM reeve.approval_perform('approve', 1, NULL, NULL)), 'other');
SELECT is((SELECT outcome FROM reeve.selection_drop('crowd')), 'done', 'a proposal keeps its list');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((reeve.batch_plan('ban', '#' || (SELECT selection_id FROM reeve.approval_list(NULL, 1)),
  '{"policy": "spam", "for": "1d"}') ->> 'subjects')::int, 1300, 'which the second person sees');
SELECT is((SELECT concat_ws(' ', outcome, message) FROM reeve.approval_perform(
  'approve', 1, NULL, NULL)), 'done B4');
SELECT is((SELECT concat_ws(' ', state, batch_id) FROM reeve.approval_list(NULL, 1)),
  'executed 4');
SELECT results_eq('SELECT state, seen, asked_by, approval_id FROM reeve.batch_list(1, 4)',
  $$VALUES ('available', 0, 'shop_ann', 1::bigint)$$, 'over 500 it is a job');
SELECT is(pg_temp.reeve_undo(4), 'refused state B4 is still running: `jobs cancel '
  || (SELECT job_id FROM reeve.batch_list(1, 4)) || '` stops it');
SELECT throws_ok($$SELECT reeve.enqueue('moderation.batch', '{}')$$, 'RV002', NULL,
  'which nobody asks for past the record');
RESET SESSION AUTHORIZATION;

-- The job: 500 a transaction, the asker's rights of now, its place kept.
SELECT job_id AS job FROM reeve.batch WHERE batch_id = 4 \gset
DELETE FROM reeve.job_ready WHERE job_id <> :job;
SELECT is((SELECT array_agg(job_id) FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 1)),
  ARRAY[:job]::bigint[]);
SET SESSION AUTHORIZATION reeve_worker;
SELECT results_eq(format('SELECT state, rows FROM reeve.job_advance(%s, 1, 1)', :job),
  $$VALUES ('running', 500::bigint)$$);
SELECT is((SELECT state FROM reeve.job_advance(:job, 7, 1)), 'lost', 'the lease is stale');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member SET rank = 'viewer' WHERE role_name = 'shop_ann';
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((SELECT note FROM reeve.job_advance(:job, 1, 1) WHERE state = 'discarded'),
  'ban needs the rank moderator and a login of your own; shop_ann has viewer',
  'who asked has lost the rank');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_told(4), 'halted 500/1300 0 0', 'nothing goes on');
UPDATE reeve.member SET rank = 'moderator' WHERE role_name = 'shop_ann';
-- A row that the app will not let go is left with the reason; the others continue.
CREATE FUNCTION "Odd Shop".stubborn() RETURNS trigger LANGUAGE plpgsql AS
  $$BEGIN IF NEW.id = 700 THEN RAISE EXCEPTION 'no %', NEW."Full Name"; END IF; RETURN NEW; END$$;
CREATE TRIGGER stubborn BEFORE UPDATE ON "Odd Shop"."Person"
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".stubborn();
CREATE FUNCTION pg_temp.reeve_finish(job bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  LOOP
    SELECT * INTO r FROM reeve.job_advance(job, 1, 1);
    IF r.state <> 'running' THEN RETURN concat_ws(' ', r.state, r.note); END IF;
  END LOOP;
END $$;
SELECT is(pg_temp.reeve_finish(:job),
  'completed B4: 1299 of 1300 subjects; `batch B4` names the others');
SELECT is(pg_temp.reeve_told(4), 'done 1299/1300 1 0', 'to the end');
SELECT results_eq('SELECT key, code, message FROM reeve.batch_refusal WHERE batch_id = 4',
  $$VALUES ('700', 'failed',
    'the app refuses it (RV006): SQLSTATE P0001, in "Odd Shop".stubborn')$$,
  'without what the app said');
DROP TRIGGER stubborn ON "Odd Shop"."Person";
SELECT results_eq($$SELECT DISTINCT actor, principal, approval_id FROM reeve.action
  WHERE batch_id = 4$$, $$VALUES ('system:moderation.batch', 'shop_ann', 1::bigint)$$);
SELECT is((SELECT count(*)::int FROM reeve.action WHERE batch_id = 4), 1299, 'each once');
SELECT is((SELECT max((detail ->> 'upto')::int - (detail ->> 'from')::int + 1)::int <= 500
  AND sum((detail ->> 'upto')::int - (detail ->> 'from')::int + 1) = 1299
  FROM reeve.command WHERE batch_id = 4 AND detail ? 'from'), TRUE, 'in parts of 500 at most');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is((SELECT count(*)::int FROM "Odd Shop".item WHERE hidden_until > now()), 1200);

-- Another batch over some of them; taking the first back leaves its own in force.
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_pick('few', 'item', '{"[\"s100\", 1]","[\"s100\", 2]"}'), 'done 2 0 0');
SELECT is(pg_temp.reeve_act('hide', 'few', '{"policy": "fraud"}'), 'done B5');
SELECT is(pg_temp.reeve_undo(4), 'done B6', 'taken back, by a job likewise');
RESET SESSION AUTHORIZATION;
SELECT job_id AS job FROM reeve.batch WHERE batch_id = 6 \gset
DELETE FROM reeve.job_ready WHERE job_id <> :job;
SELECT count(*) FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 1) \g /dev/null
SELECT is(pg_temp.reeve_finish(:job), 'completed B6: all 1299 subjects');
SELECT is(pg_temp.reeve_told(6), 'done 1299/1299 0 1', 'what cannot come back is told');
SELECT results_eq('SELECT key, code, message FROM reeve.batch_refusal WHERE batch_id = 6',
  $$VALUES ('100', 'lost', '1 deal:6: irreversible')$$);
UPDATE "Odd Shop".deal SET state = 'open' WHERE id = 6;
SELECT set_eq($$SELECT stall_code || nr FROM "Odd Shop".item WHERE hidden_until > now()$$,
  '{s1001,s1002}'::text[], 'the other batch holds what it hid');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_undo(5), 'done B7');
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1)', 'all of it as it was sealed');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_picture(), :'start', 'and all as it was');

-- A job that is retried after its batch was undone does nothing.
UPDATE reeve.batch SET ended_at = NULL WHERE batch_id = 4;
SELECT job_id AS job FROM reeve.batch WHERE batch_id = 4 \gset
SELECT is(pg_temp.reeve_finish(:job), 'discarded it was undone meanwhile');
-- Marks again: no row of the app changed.
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT r.detail -> 'effects' FROM reeve.batch_undo(3, 'a mistake') r), '[]',
  'no row is given back where none was changed');
RESET SESSION AUTHORIZATION;

-- Each step of an undo asks for the rank of what it undoes.
UPDATE reeve.batch SET verb = 'delete' WHERE batch_id = 5;
UPDATE reeve.batch SET asked_by = 'shop_ann' WHERE batch_id = 7;
SELECT throws_ok($$SELECT r.* FROM reeve.batch b,
    reeve.batch_reverse(b, '{1}', 'system', 'shop_ann') r
  WHERE b.batch_id = 7$$, 'RV900',
  'undo needs the rank senior and a login of your own; shop_ann has moderator',
  'a moderator does not go on with the undo of a deletion');

SELECT * FROM finish();
ROLLBACK;
