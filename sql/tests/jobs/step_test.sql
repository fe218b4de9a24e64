-- A kind of jobs that is a function and a row; what reeve.job_advance calls, and what it refuses.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/worker.sql
SELECT plan(36);

SET LOCAL ROLE reeve_owner;
CREATE FUNCTION reeve.test_count(job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp AS $$
DECLARE
  step reeve.job_step;
BEGIN
  step.total := (job.args ->> 'rows')::bigint;
  step.done := least(progress.done + max_rows, step.total);
  step.checkpoint := jsonb_build_object('steps',
    coalesce((progress.checkpoint ->> 'steps')::int, 0) + 1, 'lease', progress.lease);
  step.state := CASE WHEN step.done < step.total THEN 'running' ELSE job.args ->> 'end' END;
  step.wait := job.args ->> 'wait';
  step.note := CASE WHEN step.state <> 'running' THEN job.args ->> 'note' END;
  RETURN step;
END
$$;
INSERT INTO reeve.job_kind(name, queue_id, enqueuers, step_function)
SELECT 'test.count', queue_id, '{reeve_owner}', 'test_count' FROM reeve.queue
WHERE name = 'default';
RESET ROLE;

CREATE FUNCTION pg_temp.progress(job_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.done || '/' || p.total, p.note, p.checkpoint)
  FROM reeve.job_progress p WHERE p.job_id = progress.job_id
$$;
CREATE FUNCTION pg_temp.log(job_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(l.line, '; ' ORDER BY l.log_id) FROM reeve.job_log l WHERE l.job_id = log.job_id
$$;

SELECT pg_temp.attempt(:worker_id, :'nonce', 'test.count',
  '{"rows": 5, "end": "completed", "note": "counted"}') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT throws_ok($$SELECT reeve.test_count(NULL, NULL, 1)$$, '42501', NULL,
  'a worker does not call a step function itself');
SELECT results_eq(format('SELECT * FROM reeve.job_advance(%s, 1, 3)', :job),
  $$VALUES ('running', 3::bigint, NULL, 0::bigint)$$, 'a step');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.progress(:job), '3/5 {"lease": 1, "steps": 1}', 'is recorded with its work');
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 2, 3)).state, 'lost', 'another lease does nothing');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.progress(:job), '3/5 {"lease": 1, "steps": 1}', '… nothing at all');
SAVEPOINT begun;
SET SESSION AUTHORIZATION reeve_worker;
SELECT results_eq(format('SELECT * FROM reeve.job_advance(%s, 1, 3)', :job),
  $$VALUES ('completed', 2::bigint, 'counted', 0::bigint)$$, 'the last step');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.log(:job), 'counted', 'its note is a line of the log');
ROLLBACK TO begun;
SELECT is((SELECT count(*)::int FROM reeve.job_fail(ARRAY[:job], '{1}', '{killed}')), 1);
UPDATE reeve.job_timer SET due_at = clock_timestamp() WHERE job_id = :job;
SELECT ok(reeve.job_timer_tick(9) > 0);
SELECT is((SELECT lease FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 1)), 2);
SELECT is((reeve.job_advance(:job, 2, 1)).rows, 1::bigint, 'the next attempt goes on');
SELECT is(pg_temp.progress(:job), '4/5 {"lease": 2, "steps": 2}', '… from where the last one was');
UPDATE reeve.job_kind SET step_rows = 2 WHERE name = 'test.count';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'test.count', '{"rows": 3, "end": "scheduled",
  "wait": "1.5 s"}') AS job \gset
SELECT is((reeve.job_advance(:job, 1, 100)).rows, 2::bigint,
  'a kind may say how many rows a step has');
SELECT results_eq(format('SELECT * FROM reeve.job_advance(%s, 1, 100)', :job),
  $$VALUES ('scheduled', 1::bigint, NULL, 1500::bigint)$$, 'a step says when to come back');
SELECT is((SELECT is_stepped FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 1)), NULL);
SELECT reeve.enqueue('test.count', '{"rows": 1, "end": "discarded", "note": "no"}') AS job \gset
SELECT results_eq(format('SELECT job_id, is_stepped FROM reeve.job_claim(%s, %L, ''{0,0,0}'', 9)',
  :worker_id, :'nonce'), format('VALUES (%s::bigint, TRUE)', :job), 'workers know whom to ask');
SELECT results_eq(format('SELECT state, note FROM reeve.job_advance(%s, 1, 9)', :job),
  $$VALUES ('discarded', 'no')$$, 'a step may give up');
SELECT is(pg_temp.log(:job), NULL, '… the reason is recorded with the attempt, not logged');
SELECT ok(reeve.kind_is_known('test.count', (SELECT queue_id FROM reeve.queue
  WHERE name = 'default')), 'every worker can do it');
SELECT pg_temp.attempt(:worker_id, :'nonce', 'test.count', '{"rows": 1, "end": "done"}') AS job
\gset
SELECT throws_ok(format('SELECT reeve.job_advance(%s, 1, 9)', :job), 'RV001',
  'reeve.test_count returned the state ''done''', 'a state is one that jobs have');

-- A step that finishes its job completes it: work, log and completion are one transaction.
UPDATE reeve.job_kind SET step_rows = NULL WHERE name = 'test.count';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'test.count',
  '{"rows": 5, "end": "completed", "note": "counted"}') AS mine \gset
SELECT f AS follower FROM reeve.enqueue(ARRAY[jsonb_build_object('kind', 'test.count',
  'args', '{"rows": 1, "end": "completed"}'::jsonb, 'after', jsonb_build_array(:mine))]) f \gset
CREATE FUNCTION pg_temp.ended(job_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(e.lease || ' ' || e.outcome, ', ' ORDER BY e.lease)
  FROM reeve.job_end e WHERE e.job_id = ended.job_id
$$;
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:mine, 1, 3, TRUE)).state, 'running', 'a step that is not the last');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.ended(:mine), NULL, '… completes nothing');
SAVEPOINT begun;
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:mine, 2, 3, TRUE)).state, 'lost', 'a lease that is not the job''s');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.ended(:mine), NULL, '… completes nothing either');
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:mine, 1, 3, TRUE)).state, 'completed', 'the last step');
SELECT is((SELECT count(*) FROM reeve.job_complete(ARRAY[:mine], '{1}')), 0::bigint,
  'leaves nothing to complete');
SELECT is((reeve.job_advance(:mine, 1, 3, TRUE)).state, 'lost', '… and nothing to do once more');
RESET SESSION AUTHORIZATION;
SELECT is(concat_ws(' ', pg_temp.ended(:mine), pg_temp.log(:mine), pg_temp.progress(:mine)),
  '1 completed counted', '… it is the job''s one ending, with its log and without its progress');
SELECT ok(EXISTS (SELECT FROM reeve.job_ready WHERE job_id = :follower),
  '… what waited for the job is ready');
ROLLBACK TO begun;
-- Another worker has the job by now.
SELECT count(*) FROM reeve.job_release(ARRAY[:mine], '{1}', '{0}') \g /dev/null
SELECT is((SELECT lease FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 1)), 2);
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:mine, 1, 3, TRUE)).state, 'lost',
  'who lost a job does not finish it');
RESET SESSION AUTHORIZATION;
SELECT is(concat_ws(' ', pg_temp.ended(:mine), pg_temp.progress(:mine)),
  '3/5 {"lease": 1, "steps": 1}', '… nor completes it for whoever has it');

-- What is no step function of Reeve's is not called, whatever the row says.
CREATE FUNCTION pg_temp.names(job_id bigint, step_function text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reeve.job_kind k SET step_function = names.step_function WHERE name = 'test.count';
  RETURN throws_ok(format('SELECT reeve.job_advance(%s, 1, 9)', job_id), 'RV004',
    'jobs of kind test.count have no step function', coalesce(step_function, 'none'));
END
$$;
SELECT pg_temp.names(:job, 'job_complete');
SELECT pg_temp.names(:job, 'test_count(1); DROP TABLE reeve.job; --');
SELECT pg_temp.names(:job, NULL);
ALTER FUNCTION reeve.test_count OWNER TO postgres;
SELECT pg_temp.names(:job, 'test_count');
SELECT * FROM finish();
ROLLBACK;
