BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT no_plan();

DO $$ BEGIN PERFORM reeve.job_partition_keep(); END $$;
SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 1, 'test') \gset
SELECT worker_id AS other_id, nonce AS other_nonce
FROM reeve.worker_register('default', 'test', 2, 'test') \gset

-- Asking for a job
SELECT throws_ok(
  $$ SELECT reeve.enqueue('no.such', '{}') $$, 'RV001', NULL, 'an unknown kind is refused');
SELECT throws_ok(
  $$ SELECT reeve.enqueue('worker.probe', '[]') $$, 'RV001', NULL, 'arguments are an object');
SELECT throws_ok(
  $$ SELECT reeve.enqueue('worker.probe', '{}', NULL, 2::smallint) $$, 'RV001', NULL,
  'a priority is -1, 0 or 1');
SELECT throws_ok(
  $$ SELECT reeve.enqueue('worker.probe', '{}', unique_key => 'cron:1') $$, 'RV001', NULL,
  'a schedule''s key is not to be had');
SET SESSION AUTHORIZATION reeve_migrator;
SELECT throws_ok(
  $$ SELECT reeve.enqueue('collection.expire', '{}') $$, 'RV002', NULL,
  'a kind is asked for by its roles only');
SELECT lives_ok(
  $$ SELECT reeve.enqueue('search.sync', '{"mine": 1}') $$, 'a role of the kind may ask for it');
SELECT throws_ok(
  $$ SELECT * FROM reeve.job_claim(1, gen_random_uuid(), '{0,0,0}', 1) $$, '42501', NULL,
  'only workers claim');
RESET SESSION AUTHORIZATION;
SELECT is(
  (SELECT principal FROM reeve.job WHERE args ? 'mine'), 'reeve_migrator',
  'who asked is the login, whoever runs the function');
DELETE FROM reeve.job_ready;

-- Keys
SELECT reeve.enqueue('worker.probe', '{}', unique_key => 'k') AS keyed \gset
SELECT is(reeve.enqueue('worker.probe', '{}', unique_key => 'k'), :keyed::bigint,
  'a key that a live job holds gives that job');
SELECT is((SELECT count(*)::int FROM reeve.job_ready), 1, '… and makes no other');

-- Order, marks, fencing
SELECT reeve.enqueue('worker.probe', '{}', NULL, (-1)::smallint) AS late \gset
SELECT reeve.enqueue('worker.probe', '{}', NULL, 1::smallint) AS urgent \gset
CREATE TEMPORARY TABLE claimed AS
SELECT * FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 2);
SELECT set_eq('SELECT job_id FROM claimed', ARRAY[:urgent, :keyed]::bigint[],
  'the urgent go first');
SELECT is_empty(
  format('SELECT * FROM reeve.job_claim(%s, %L, %L, 5)', :worker_id, gen_random_uuid(), '{0,0,0}'),
  'a wrong nonce claims nothing');
SELECT is_empty(
  format('SELECT * FROM reeve.job_complete(ARRAY[%s], ARRAY[2])', :keyed),
  'a lease that never was completes nothing');
SELECT results_eq(
  format('SELECT * FROM reeve.job_complete(ARRAY[%s], ARRAY[1])', :keyed), ARRAY[:keyed]::bigint[],
  'the lease that runs completes');
SELECT is_empty(
  format('SELECT * FROM reeve.job_complete(ARRAY[%s], ARRAY[1])', :keyed), '… once');
SELECT is((SELECT count(*)::int FROM reeve.job_end WHERE job_id = :keyed), 1,
  'one outcome is recorded');
SELECT isnt(reeve.enqueue('worker.probe', '{}', unique_key => 'k'), :keyed::bigint,
  'the outcome frees the key');
SELECT is_empty(
  format('SELECT * FROM reeve.job_claim(%s, %L, ARRAY[0, 9223372036854775807, 9223372036854775807],
    5)', :worker_id, :'nonce'), 'what lies behind the marks is not looked at');
SELECT isnt_empty(
  format('SELECT * FROM reeve.job_claim(%s, %L, %L, 5)', :worker_id, :'nonce', '{0,0,0}'),
  'a cold scan finds it');

-- Handing back, failing, snoozing
SELECT results_eq(
  format('SELECT * FROM reeve.job_release(ARRAY[%s], ARRAY[1], ARRAY[0])', :urgent),
  ARRAY[:urgent]::bigint[], 'an attempt can be handed back');
SELECT results_eq(
  format('SELECT lease, attempt::int FROM reeve.job_claim(%s, %L, %L, 1)', :worker_id, :'nonce',
    '{0,0,0}'), $$ VALUES (2, 1) $$, '… is not charged, and its lease is another');
SELECT is_empty(
  format('SELECT job_id FROM reeve.job_fail(ARRAY[%s], ARRAY[1], ARRAY[''x''])', :urgent),
  'the lease handed back fails nothing');
SELECT isnt_empty(
  format('SELECT job_id FROM reeve.job_fail(ARRAY[%s], ARRAY[2], ARRAY[''boom''])', :urgent),
  'an attempt fails');
SELECT results_eq(
  format($$ SELECT reason, attempt::int, due_at <= clock_timestamp() + interval '1 s'
    FROM reeve.job_timer WHERE job_id = %s $$, :urgent),
  $$ VALUES ('retryable', 1, TRUE) $$, '… and comes back within a second');
SELECT results_eq(
  format('SELECT outcome, error FROM reeve.job_end WHERE job_id = %s', :urgent),
  $$ VALUES ('retryable', 'boom') $$, '… with its error on record');
UPDATE reeve.job_timer SET due_at = clock_timestamp() - interval '1 s', attempt = 11
WHERE job_id = :urgent;
SELECT is(reeve.job_timer_tick(10), 1, 'what is due becomes ready');
SELECT lives_ok(
  format('SELECT * FROM reeve.job_claim(%s, %L, %L, 1)', :worker_id, :'nonce', '{0,0,0}'));
SELECT isnt_empty(
  format('SELECT job_id FROM reeve.job_fail(ARRAY[%s], ARRAY[3], ARRAY[''bang''])', :urgent));
SELECT results_eq(
  format('SELECT reason, attempt::int FROM reeve.job_dead WHERE job_id = %s', :urgent),
  $$ VALUES ('attempts', 12) $$, 'the last attempt makes a dead letter');
SELECT results_eq(
  'SELECT reeve.job_backoff(n) FROM unnest(ARRAY[1, 2, 5, 10, 11, 99]) n',
  $$ SELECT make_interval(secs => s) FROM unnest(ARRAY[1, 2, 16, 512, 900, 900]) s $$,
  'the wait doubles from a second to a quarter of an hour');
SELECT results_eq(
  format('SELECT * FROM reeve.job_release(ARRAY[%s], ARRAY[1], ARRAY[60000])', :late),
  ARRAY[:late]::bigint[]);
SELECT results_eq(
  format($$ SELECT reason, attempt::int, due_at > clock_timestamp() + interval '50 s'
    FROM reeve.job_timer WHERE job_id = %s $$, :late),
  $$ VALUES ('snoozed', 0, TRUE) $$, 'a snoozed attempt is not charged either');
SELECT is(reeve.job_timer_tick(10), 0, '… and does not come before its time');

-- Paused queues
SELECT reeve.enqueue('worker.probe', '{}') AS parked \gset
UPDATE reeve.queue SET paused_at = clock_timestamp();
SELECT is_empty(
  format('SELECT * FROM reeve.job_claim(%s, %L, %L, 5)', :worker_id, :'nonce', '{0,0,0}'),
  'nothing is claimed from a paused queue');
UPDATE reeve.queue SET paused_at = NULL;

-- Dead workers
-- Silence and sweep in one call: no second may pass in between.
CREATE FUNCTION pg_temp.swept_after(silence interval, of_worker int) RETURNS int LANGUAGE plpgsql
AS $$ BEGIN
  UPDATE reeve.worker SET beat_at = clock_timestamp() - silence WHERE worker_id = of_worker;
  RETURN reeve.worker_sweep();
END $$;
DELETE FROM reeve.job_run;
SELECT is(
  (SELECT count(*)::int FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 1)), 1);
SELECT is(reeve.worker_sweep(), 0, 'nobody is swept who was heard of');
SELECT is(pg_temp.swept_after('11 s', :worker_id), 0, 'eleven seconds of silence are borne');
SELECT is(pg_temp.swept_after('13 s', :worker_id), 1, 'thirteen are not');
SELECT results_eq(
  format('SELECT is_alive FROM reeve.worker_beat(%s, %L)', :worker_id, :'nonce'), ARRAY[FALSE],
  'who was swept is told so');
SELECT is_empty(
  format('SELECT * FROM reeve.job_claim(%s, %L, %L, 5)', :worker_id, :'nonce', '{0,0,0}'),
  '… and claims nothing');
CREATE TEMPORARY TABLE rescued AS
SELECT * FROM reeve.job_claim(:other_id, :'other_nonce', '{0,0,0}', 1);
SELECT results_eq('SELECT lease, attempt::int FROM rescued', $$ VALUES (2, 2) $$,
  'another claims the job; the loss counts as an attempt');
SELECT is_empty(
  format('SELECT * FROM reeve.job_complete(ARRAY(SELECT job_id FROM rescued), ARRAY[1])'),
  'the lost attempt''s outcome is refused');
SELECT ok(reeve.job_is_live(job_id, 2) AND NOT reeve.job_is_live(job_id, 1),
  'only the attempt that runs is live') FROM rescued;
UPDATE reeve.job_run SET losses = 2;
UPDATE reeve.worker SET beat_at = clock_timestamp() - interval '13 s' WHERE worker_id = :other_id;
SELECT is(reeve.worker_sweep(), 1);
SELECT results_eq(
  'SELECT d.reason FROM reeve.job_dead d JOIN rescued USING (job_id)', ARRAY['losses'],
  'the third loss in a row makes a dead letter');
SELECT results_eq(
  'SELECT e.outcome FROM reeve.job_end e JOIN rescued USING (job_id) ORDER BY e.lease',
  ARRAY['lost', 'lost'], 'each loss is on record');

-- A job in steps, whose workers die one after the other, each after some of them.
SELECT reeve.enqueue('moderation.lift', '{}') AS long \gset
UPDATE reeve.job SET max_attempts = 2 WHERE job_id = :long;
CREATE FUNCTION pg_temp.died(done bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  w record;
  c record;
BEGIN
  SELECT * INTO w FROM reeve.worker_register('default', 'short-lived', 1, '999.0.0');
  SELECT * INTO c FROM reeve.job_claim(w.worker_id, w.nonce, '{0,0,0}', 1);
  PERFORM reeve.job_progress_report(c.job_id, c.lease, done) WHERE done IS NOT NULL;
  UPDATE reeve.worker SET beat_at = clock_timestamp() - interval '13 s'
  WHERE worker_id = w.worker_id;
  PERFORM reeve.worker_sweep();
  RETURN coalesce((SELECT 'attempt ' || r.attempt || ', losses ' || r.losses
    FROM reeve.job_ready r WHERE r.job_id = c.job_id), (
    SELECT d.reason FROM reeve.job_dead d WHERE d.job_id = c.job_id));
END $$;
SELECT is(pg_temp.died(n * 10), 'attempt 0, losses 0',
  'a loss does not count against a job that got on') FROM generate_series(1, 4) n;
SELECT is(pg_temp.died(NULL), 'attempt 1, losses 1', 'one that did not get on has lost one');
SELECT is(pg_temp.died(NULL), 'attempts', 'and then its last attempt');

-- Time limits
SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 5, 'test') \gset
UPDATE reeve.job_kind SET time_limit = '1 min' WHERE name = 'worker.probe';
SELECT reeve.enqueue('worker.probe', '{}') AS slow \gset
SELECT isnt_empty(
  format('SELECT * FROM reeve.job_claim(%s, %L, %L, 5)', :worker_id, :'nonce', '{0,0,0}'));
UPDATE reeve.job_run SET deadline_at = clock_timestamp() - interval '1 s' WHERE job_id = :slow;
SELECT is(reeve.worker_sweep(), 0, 'its worker has 10 s to end what is over its time');
UPDATE reeve.job_run SET deadline_at = '2026-01-01 10:00Z' WHERE job_id = :slow;
SELECT is(reeve.worker_sweep(), 1, '… then housekeeping does, though the worker is alive');
SELECT results_eq(
  format('SELECT lease, outcome, error FROM reeve.job_end WHERE job_id = %s', :slow),
  format($$ VALUES (1, 'retryable', 'timed out at 2026-01-01 10:00:00 UTC, and worker %s did not '
    'stop it') $$, :worker_id), '… as a failure');
SELECT ok(NOT reeve.job_is_live(:slow, 1), '… which it can do nothing under any more');
SELECT is_empty(format('SELECT * FROM reeve.job_complete(ARRAY[%s], ARRAY[1])', :slow),
  '… nor say that it is done');
SELECT results_eq(
  format('SELECT reason, attempt::int, lease FROM reeve.job_timer WHERE job_id = %s', :slow),
  $$ VALUES ('retryable', 1, 1) $$, 'it is tried again');
UPDATE reeve.job_timer SET due_at = clock_timestamp(), attempt = 11 WHERE job_id = :slow;
SELECT lives_ok('SELECT reeve.job_timer_tick(10)');
SELECT isnt_empty(
  format('SELECT * FROM reeve.job_claim(%s, %L, %L, 5)', :worker_id, :'nonce', '{0,0,0}'));
UPDATE reeve.job_run SET deadline_at = clock_timestamp() - interval '1 h' WHERE job_id = :slow;
SELECT is(reeve.worker_sweep(), 1);
SELECT is((SELECT reason FROM reeve.job_dead WHERE job_id = :slow), 'attempts',
  '… as often as it may');
SELECT is(reeve.worker_stop(:worker_id, :'nonce'), 0);

-- A claim whose answer did not arrive
SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 3, 'test') \gset
SELECT reeve.enqueue('worker.probe', '{}') AS held, reeve.enqueue('worker.probe', '{}') AS unheard
\gset
SELECT is((SELECT count(*)
  FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 5)), 2::bigint);
SET SESSION AUTHORIZATION reeve_worker;
SELECT is(reeve.worker_keep(:worker_id, gen_random_uuid(), '{}'), 0,
  'nobody hands back the jobs of another worker');
SELECT is(reeve.worker_keep(:worker_id, :'nonce', ARRAY[:held]), 1,
  'a worker hands back what it was not told that it had claimed');
SELECT is(reeve.worker_keep(:worker_id, :'nonce', ARRAY[:held]), 0, '… once');
RESET SESSION AUTHORIZATION;
SELECT results_eq(
  format('SELECT state, attempt FROM reeve.job_location(ARRAY[%s, %s]::bigint[]) ORDER BY job_id',
    :held, :unheard),
  $$ VALUES ('running', 1), ('available', 0) $$, '… without charging the attempt');
SELECT is(reeve.worker_stop(:worker_id, :'nonce'), 1);
DELETE FROM reeve.job_ready WHERE job_id IN (:held, :unheard);

-- A stop hands back
SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 3, 'test') \gset
SELECT reeve.enqueue('worker.probe', '{}') AS handed \gset
SELECT isnt_empty(
  format('SELECT * FROM reeve.job_claim(%s, %L, %L, 5)', :worker_id, :'nonce', '{0,0,0}'));
SELECT is(reeve.worker_stop(:worker_id, :'nonce'), 1, 'a stop hands back what is held');
SELECT results_eq(
  format('SELECT attempt::int FROM reeve.job_ready WHERE job_id = %s', :handed), ARRAY[0],
  '… without charging the attempt');

-- The plan of a claim
SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 4, 'test') \gset
DO $$ BEGIN PERFORM reeve.enqueue('worker.probe', '{}') FROM generate_series(1, 2000); END $$;
SELECT seq_scan AS scans, idx_tup_fetch AS fetched
FROM pg_stat_xact_user_tables WHERE relid = 'reeve.job_ready'::regclass \gset
SELECT is(
  (SELECT count(*)::int FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 50)), 50);
SELECT ok(seq_scan = :scans AND idx_tup_fetch - :fetched BETWEEN 50 AND 60,
  'a claim of 50 reads 50 entries of the index and no more')
FROM pg_stat_xact_user_tables WHERE relid = 'reeve.job_ready'::regclass;

SELECT * FROM finish();
ROLLBACK;
