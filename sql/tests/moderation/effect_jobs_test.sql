-- An undo takes back the jobs that effects enqueued: what has not begun is withdrawn, what has is
-- reversed, behind it, once.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(33);
\ir ../fixtures/worker.sql
DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.job_manifest() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(pg_temp.manifest(), '{actions,0,effects,0,enqueue}',
    '[{"kind": "worker.probe", "args": {"name": "''disable''", "id": "t.id"},
      "undo": {"kind": "worker.probe", "args": {"name": "''enable''", "id": "t.id"}}}]'),
    '{actions,1,effects,0,enqueue}',
    '[{"kind": "worker.probe", "args": {"name": "''tell''"}}]')
$$;
SELECT results_eq($$SELECT path, message FROM reeve.catalog_check(jsonb_set(pg_temp.job_manifest(),
    '{actions,0,effects,0,enqueue,0,undo,kind}', '"none"'))$$,
  $$VALUES ('/actions/0/effects/0/enqueue/0/undo/kind', 'there is no job kind none')$$,
  'the kind of an inverse is checked');
SELECT ok(count(*) > 0, 'it is applied') FROM reeve.catalog_apply(pg_temp.job_manifest());

CREATE FUNCTION pg_temp.jobs() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(format('%s %s %s', j.args ->> 'name', j.subject_key, l.state), ', '
    ORDER BY j.job_id)
  FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
  CROSS JOIN LATERAL reeve.job_location(ARRAY[j.job_id]) l
  WHERE k.name = 'worker.probe' AND j.job_id > current_setting('test.mark')::bigint
$$;
CREATE FUNCTION pg_temp.mark() RETURNS void LANGUAGE sql AS $$
  DELETE FROM reeve.job_ready; DELETE FROM reeve.job_wait; DELETE FROM reeve.job_after;
  SELECT set_config('test.mark', coalesce(max(job_id), 0)::text, FALSE) FROM reeve.job
$$;
CREATE FUNCTION pg_temp.newest(n int DEFAULT 0) RETURNS bigint LANGUAGE sql SECURITY DEFINER AS $$
  SELECT j.job_id FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'worker.probe' ORDER BY j.job_id DESC OFFSET n LIMIT 1
$$;
-- Starts the ready probes.
CREATE FUNCTION pg_temp.start(worker_id int, nonce uuid) RETURNS bigint LANGUAGE sql AS $$
  DELETE FROM reeve.job_ready r USING reeve.job j, reeve.job_kind k
  WHERE j.job_id = r.job_id AND k.kind_id = j.kind_id AND k.name <> 'worker.probe';
  SELECT count(*) FROM reeve.job_claim(worker_id, nonce, '{0,0,0}', 10)
$$;
CREATE FUNCTION pg_temp.last() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS
  'SELECT max(action_id) FROM reeve.action WHERE reverses IS NULL';
DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %s TO PUBLIC', pg_my_temp_schema()::regnamespace);
END $$;
SELECT $$SELECT reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)$$ AS ban \gset
SELECT 'SELECT (reeve.undo_perform(pg_temp.last(), NULL, NULL)).detail' AS undo \gset

-- It has not begun.
SELECT pg_temp.mark() \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT reeve.action_plan('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}') -> 'jobs'),
  '[{"job": "worker.probe disable", "rows": 1, "way": "enqueues"}]', 'the plan names the job');
:ban \g /dev/null
SELECT is((SELECT jsonb_path_query_array(reeve.undo_plan(pg_temp.last()), '$.jobs[*].way')),
  '["withdraws"]', 'the plan of the undo withdraws it');
SELECT is((SELECT d -> 'taken_back' FROM (:undo) u(d)), '{"reversed": 0, "withdrawn": 1}',
  'the undo does');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.jobs(), 'disable 1 cancelled', 'nothing runs');
SELECT is((SELECT error FROM reeve.job_end WHERE job_id = pg_temp.newest()),
  format('withdrawn by A%s', (SELECT max(action_id) FROM reeve.action)), 'and the job says why');

-- It is completed.
SELECT pg_temp.mark() \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
:ban \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.start(:worker_id, :'nonce'), 1::bigint);
SELECT is((SELECT count(*) FROM reeve.job_complete(ARRAY[pg_temp.newest()], '{1}')), 1::bigint);
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT jsonb_path_query_array(reeve.undo_plan(pg_temp.last()), '$.jobs[*].way')),
  '["reverses"]', 'the plan of the undo reverses it');
SELECT is((SELECT d -> 'taken_back' FROM (:undo) u(d)), '{"reversed": 1, "withdrawn": 0}',
  'the undo does');
SELECT is((SELECT code FROM reeve.undo_perform(pg_temp.last(), NULL, NULL)), 'undone', 'once');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.jobs(), 'disable 1 completed, enable 1 available', 'the inverse follows');
-- A further ban's job waits for it.
SET SESSION AUTHORIZATION shop_ann;
:ban \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.jobs(), 'disable 1 completed, enable 1 available, disable 1 waiting',
  'the job of the next ban comes after the inverse');
SELECT is(pg_temp.start(:worker_id, :'nonce'), 1::bigint);
SELECT is((SELECT outcome FROM reeve.job_fail(ARRAY[pg_temp.newest(1)], '{1}', '{boom}',
  '{discarded}')), 'discarded');
SELECT is(pg_temp.jobs(), 'disable 1 completed, enable 1 discarded, disable 1 available',
  'however that ends');

-- It is running.
SELECT is(pg_temp.start(:worker_id, :'nonce'), 1::bigint);
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT d -> 'taken_back' FROM (:undo) u(d)), '{"reversed": 1, "withdrawn": 0}',
  'a running job is reversed');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.jobs(),
  'disable 1 completed, enable 1 discarded, disable 1 running, enable 1 waiting', 'behind it');
SELECT is((SELECT outcome FROM reeve.job_fail(ARRAY[pg_temp.newest(1)], '{1}', '{killed}')),
  'cancelled', 'which is stopped');
SELECT is(pg_temp.jobs(),
  'disable 1 completed, enable 1 discarded, disable 1 cancelled, enable 1 available',
  'and then comes its inverse');

-- It failed for good: nobody may try it again after its inverse.
SELECT pg_temp.mark() \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
:ban \g /dev/null
RESET SESSION AUTHORIZATION;
UPDATE reeve.effect_job SET inverse_id = NULL;
SELECT count(*) FROM reeve.job_free(ARRAY[pg_temp.newest()]) \g /dev/null
DELETE FROM reeve.job_wait;
INSERT INTO reeve.job_dead(job_id, day, queue_id, priority, lease, attempt, reason)
SELECT j.job_id, j.day, j.queue_id, 0, 3, 3, 'attempts' FROM reeve.job j
WHERE j.job_id = pg_temp.newest();
DELETE FROM reeve.job_ready WHERE job_id = pg_temp.newest();
INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome)
SELECT j.job_id, 3, j.day, 3, 'discarded' FROM reeve.job j WHERE j.job_id = pg_temp.newest();
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT d -> 'taken_back' FROM (:undo) u(d)), '{"reversed": 1, "withdrawn": 0}',
  'a dead letter is reversed');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.jobs(), 'disable 1 cancelled, enable 1 available', 'and buried');

-- Two actions in force: the row is given back with the second undo only.
SELECT pg_temp.mark() \g /dev/null
UPDATE reeve.effect_job SET inverse_id = NULL;
SET SESSION AUTHORIZATION shop_ann;
:ban \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.start(:worker_id, :'nonce'), 1::bigint);
SELECT is((SELECT count(*) FROM reeve.job_complete(ARRAY[pg_temp.newest()], '{1}')), 1::bigint);
SELECT pg_temp.last() AS first_ban \gset
SET SESSION AUTHORIZATION shop_bob;
:ban \g /dev/null
SELECT is((SELECT (reeve.undo_perform(:first_ban, NULL, NULL)).detail -> 'taken_back'),
  '{"reversed": 0, "withdrawn": 0}', 'another ban still wants it');
SELECT is((SELECT d -> 'taken_back' FROM (:undo) u(d)), '{"reversed": 1, "withdrawn": 1}',
  'the last undo withdraws its own job and reverses the first');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.jobs(), 'disable 1 completed, disable 1 cancelled, enable 1 available', 'once');

-- A timed ban ends.
SELECT pg_temp.mark() \g /dev/null
UPDATE reeve.effect_job SET inverse_id = NULL;
SET SESSION AUTHORIZATION shop_ann;
:ban \g /dev/null
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET until = now() - interval '1 s' WHERE action_id = pg_temp.last();
UPDATE reeve.subject SET hidden_until = now() - interval '1 s';
SELECT count(*) FROM reeve.action_lift(NULL::reeve.job, NULL::reeve.job_progress, 10) \g /dev/null
SELECT is(pg_temp.jobs(), 'disable 1 cancelled', 'the end of a timed ban does the same');

-- Nothing reverses it.
SELECT pg_temp.mark() \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT detail -> 'jobs' FROM reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]',
  '{"policy": "spam", "for": "1d"}', NULL)),
  '[{"job": "worker.probe tell", "rows": 1, "way": "stays"}]', 'the outcome says so');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.start(:worker_id, :'nonce'), 1::bigint);
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT d #>> '{lost,0,why}' FROM (:undo) u(d)), format(
  'job %s (worker.probe tell) has begun, and the catalog declares nothing that reverses it',
  pg_temp.newest()), 'and so does the undo');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
