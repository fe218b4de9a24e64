BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT no_plan();

-- Whatever days there are, begin without.
DO $$
DECLARE
  child regclass;
BEGIN
  FOR child IN
    SELECT i.inhrelid::regclass FROM pg_inherits i
    WHERE i.inhparent::regclass::text IN ('reeve.job', 'reeve.job_end', 'reeve.job_log')
      AND i.inhrelid::regclass::text !~ 'default$'
  LOOP
    EXECUTE format('DROP TABLE %s', child);
  END LOOP;
END
$$;

SELECT reeve.enqueue('worker.probe', '{"early": true}') AS early \gset
SELECT is((SELECT tableoid::regclass::text FROM reeve.job WHERE job_id = :early),
  'reeve.job_default', 'a job of a day without a partition goes to the default one');
SELECT is(reeve.job_partition_keep(), 27, 'nine days of three tables are made');
SELECT is(reeve.job_partition_keep(), 0, '… once');
SELECT is((SELECT count(*)::int FROM reeve.job_default), 0, 'the default one is drained');
SELECT matches((SELECT tableoid::regclass::text FROM reeve.job WHERE job_id = :early),
  'job_[0-9]{8}$', '… into the day''s own');
SELECT is_empty(
  $$ SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('reeve.job'::regclass, 'reeve.job_end'::regclass)
      AND obj_description(c.oid, 'pg_class') IS NULL $$, 'each has its comment');

-- Days long past: one job of each fate.
CREATE TABLE reeve.job_20200101 PARTITION OF reeve.job
  FOR VALUES FROM ('2020-01-01') TO ('2020-01-02');
CREATE TABLE reeve.job_end_20200101 PARTITION OF reeve.job_end
  FOR VALUES FROM ('2020-01-01') TO ('2020-01-02');
CREATE TABLE reeve.job_log_20200101 PARTITION OF reeve.job_log
  FOR VALUES FROM ('2020-01-01') TO ('2020-01-02');
INSERT INTO reeve.job(job_id, day, queue_id, kind_id, max_attempts, args)
SELECT n, '2020-01-01', 1, 1, 12, '{}' FROM unnest(ARRAY[-1, -2, -3, -4, -5]) n;
INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, worker_id, claimed_at)
VALUES (-1, 1, '2020-01-01', 1, 'completed', 1, now()),
  (-2, 1, '2020-01-01', 1, 'retryable', 1, now()), (-5, 1, '2020-01-01', 1, 'discarded', 1, now());
INSERT INTO reeve.job_log(job_id, lease, day, line) VALUES (-2, 1, '2020-01-01', 'kept');
INSERT INTO reeve.job_timer(due_at, job_id, day, reason, queue_id, priority)
VALUES ('infinity', -2, '2020-01-01', 'retryable', 1, 0);
INSERT INTO reeve.job_ready(queue_id, priority, job_id, day) VALUES (1, 0, -3, '2020-01-01');
INSERT INTO reeve.job_run(job_id, day, lease, attempt, losses, queue_id, priority, worker_id)
VALUES (-4, '2020-01-01', 1, 1, 0, 1, 0, 1);
INSERT INTO reeve.job_dead(job_id, day, queue_id, priority, lease, attempt, reason)
VALUES (-5, '2020-01-01', 1, 0, 1, 1, 'attempts');

SELECT throws_ok('SELECT reeve.job_partition_drop(0)', 'RV001', NULL, 'a day at least is kept');
SELECT is(reeve.job_partition_drop(14), 1, 'days past are dropped');
SELECT hasnt_table('reeve', 'job_20200101', '… with their tables');
SELECT set_eq(
  $$ SELECT job_id::int FROM reeve.job
    WHERE job_id < 0 AND day = (now() AT TIME ZONE 'UTC')::date $$,
  ARRAY[-2, -3, -4, -5], 'jobs that are timed, ready, running or dead move to today');
SELECT set_eq('SELECT job_id::int FROM reeve.job_end WHERE job_id < 0', ARRAY[-2, -5],
  '… with what their attempts left');
SELECT set_eq('SELECT line FROM reeve.job_log', ARRAY['kept'], '… and said');
SELECT is_empty(
  $$ SELECT FROM reeve.job_ready WHERE day < '2021-01-01' UNION ALL
    SELECT FROM reeve.job_timer WHERE day < '2021-01-01' UNION ALL
    SELECT FROM reeve.job_run WHERE day < '2021-01-01' UNION ALL
    SELECT FROM reeve.job_dead WHERE day < '2021-01-01' $$, 'nothing points at a day that is gone');
SELECT results_eq('SELECT * FROM reeve.job_complete(ARRAY[-4], ARRAY[1])', ARRAY[-4]::bigint[],
  'one that was running completes');

-- One claim takes jobs of several days.
SELECT w.worker_id, w.nonce FROM reeve.worker_register('default', 'test', 1, 'test') w \gset
DELETE FROM reeve.job_ready;
INSERT INTO reeve.job(job_id, day, queue_id, kind_id, max_attempts, args)
SELECT -9 - n, (now() AT TIME ZONE 'UTC')::date - n, 1, 1, 12, jsonb_build_object('n', n)
FROM generate_series(-1, 1) n;
INSERT INTO reeve.job_ready(queue_id, priority, job_id, day)
SELECT 1, 0, j.job_id, j.day FROM reeve.job j WHERE j.job_id <= -8;
SELECT set_eq(
  format($$ SELECT job_id::int, (args -> 'n')::int, lease
    FROM reeve.job_claim(%s, %L, '{0,0,0}', 9) $$, :worker_id, :'nonce'),
  $$ VALUES (-8, -1, 1), (-9, 0, 1), (-10, 1, 1) $$, 'one claim takes jobs of several days');
SELECT is((SELECT count(*)::int FROM reeve.job_run r JOIN reeve.job j USING (job_id, day)
  WHERE r.worker_id = :worker_id), 3, '… each with its own');

SELECT * FROM finish();
ROLLBACK;
