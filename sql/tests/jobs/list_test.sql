BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
DELETE FROM reeve.job_ready;
\ir ../fixtures/worker.sql

SELECT pg_temp.attempt(:worker_id, :'nonce', 'worker.probe') AS done \gset
SELECT lives_ok(format('SELECT reeve.job_complete(ARRAY[%s], ARRAY[1])', :done));
SELECT pg_temp.attempt(:worker_id, :'nonce', 'worker.probe') AS failed \gset
SELECT lives_ok(format('SELECT reeve.job_fail(ARRAY[%s], ARRAY[1], ARRAY[''boom''])', :failed));
SELECT pg_temp.attempt(:worker_id, :'nonce', 'worker.probe') AS running \gset
SELECT ok(reeve.job_log_add(:running, 1, 'line') AND NOT reeve.job_log_add(:running, 2, 'line'),
  'a line is kept for the attempt that runs only');
SELECT ok(reeve.job_progress_report(:running, 1, 5) AND reeve.job_progress_report(:running, 1, 7, 9)
  AND NOT reeve.job_progress_report(:running, 2, 8), 'and so is progress');
SELECT results_eq('SELECT done::int, total::int FROM reeve.job_progress', $$ VALUES (7, 9) $$);
SELECT reeve.enqueue('worker.probe', '{}', clock_timestamp() + interval '1 h', app => 'shop',
  collection_id => (SELECT collection_id FROM reeve.collection WHERE name = 'item'),
  subject_key => '7') AS timed \gset
SELECT reeve.enqueue('worker.probe', '{}') AS ready \gset

SET SESSION AUTHORIZATION shop_vic;
SELECT set_eq(
  format('SELECT job_id, state FROM reeve.job_list(NULL, 10) WHERE job_id >= %s', :done),
  format($$ VALUES (%s::bigint, 'completed'), (%s, 'retryable'), (%s, 'running'), (%s, 'scheduled'),
    (%s, 'available') $$, :done, :failed, :running, :timed, :ready), 'each job is in one state');
SELECT results_eq(
  $$ SELECT job_id, error, attempt FROM reeve.job_list('retryable', 10) $$,
  format($$ VALUES (%s::bigint, 'boom', 1) $$, :failed), 'a state can be asked for');
SELECT results_eq($$ SELECT subject, queue FROM reeve.job_list('scheduled', 1) $$,
  $$ VALUES ('item:7', 'default') $$, 'the subject is named');
SELECT is((SELECT count(*)::int FROM reeve.job_list(NULL, 2)), 2, 'no more than asked for');
SELECT throws_ok($$ SELECT * FROM reeve.job_list('odd', 1) $$, 'RV001', NULL,
  'an unknown state is refused');
RESET SESSION AUTHORIZATION;
CREATE ROLE shop_eve LOGIN;
GRANT reeve_viewer TO shop_eve;
SET SESSION AUTHORIZATION shop_eve;
SELECT throws_ok('SELECT * FROM reeve.job_list()', 'RV002', NULL, 'who has no rank sees nothing');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
