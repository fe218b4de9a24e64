-- What people see and do: one job, why it is not running, cancel, retry, queues.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
DELETE FROM reeve.cron_fire;
DELETE FROM reeve.cron;
DELETE FROM reeve.job_key;
DELETE FROM reeve.job_ready;
DELETE FROM reeve.job_delta;
UPDATE reeve.worker SET ended_at = clock_timestamp(), ended_by = 'stop' WHERE ended_at IS NULL;
CREATE ROLE shop_sue LOGIN;
GRANT reeve_senior TO shop_sue;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
CREATE FUNCTION pg_temp.reeve_codes(job_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(w.code, ' ') FROM reeve.job_why($1) w
$$;

-- Why it is not running.
SELECT reeve.enqueue('worker.probe', '{}') AS first \gset
SELECT reeve.enqueue('worker.probe', '{}') AS second \gset
SELECT reeve.enqueue('worker.probe', '{}', clock_timestamp() + interval '1 h') AS later \gset
SELECT reeve.enqueue(ARRAY[jsonb_build_object('kind', 'worker.probe', 'after',
  ARRAY[:first, :later]::bigint[])]) AS follower \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_codes(:first), 'worker next', 'no worker serves the queue');
RESET SESSION AUTHORIZATION;
SELECT w.worker_id AS other_id, w.nonce AS other_nonce
FROM reeve.worker_register('default', 'host', 6, 'test', '{sql,command}') w \gset
SELECT ok(reeve.kind_is_known('sql', q.queue_id)
  AND NOT reeve.kind_is_known('worker.probe', q.queue_id), 'a worker says which kinds it knows')
FROM reeve.queue q WHERE q.name = 'default';
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq(format('SELECT * FROM reeve.job_why(%s) LIMIT 1', :first),
  $$ VALUES ('kind', 'no live worker of queue default knows kind worker.probe') $$,
  'no worker knows the kind');
RESET SESSION AUTHORIZATION;
SELECT is(reeve.worker_stop(:other_id, :'other_nonce'), 0);
SELECT w.worker_id, w.nonce FROM reeve.worker_register('default', 'host', 7, 'test') w \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_codes(:first), 'next', 'the first of the queue is the next');
SELECT results_eq(format('SELECT * FROM reeve.job_why(%s)', :second),
  $$ VALUES ('behind', 'one job is ahead of it in queue default') $$, 'the second is behind it');
SELECT matches((SELECT reason FROM reeve.job_why(:later)), '^it is for .* UTC, in 00:59:5\d$',
  'a timed one waits for its moment');
SELECT results_eq(format('SELECT * FROM reeve.job_why(%s)', :follower),
  format($$ VALUES ('after', 'it waits for job %s (available), job %s (scheduled)') $$,
    :first, :later), 'one that waits for others names them and where they are');
SELECT throws_ok('SELECT * FROM reeve.job_why(-1)', 'RV004', 'there is no job -1');
SELECT throws_ok('SELECT * FROM reeve.job_show(-1)', 'RV004', 'there is no job -1');
RESET SESSION AUTHORIZATION;
UPDATE reeve.queue SET paused_at = '2026-01-01 10:00Z', max_running = 1, rate = 0.5, burst = 1
WHERE name = 'default';
INSERT INTO reeve.queue_bucket(queue_id, tokens)
SELECT queue_id, 0 FROM reeve.queue WHERE name = 'default'
ON CONFLICT (queue_id) DO UPDATE SET tokens = 0, at = clock_timestamp();
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_codes(:second), 'paused rate behind', 'paused, and too fast');
SELECT is((SELECT reason FROM reeve.job_why(:second) LIMIT 1),
  'queue default has been paused since 2026-01-01 10:00:00 UTC');
RESET SESSION AUTHORIZATION;
UPDATE reeve.queue SET paused_at = NULL, rate = NULL, burst = NULL WHERE name = 'default';
SELECT results_eq(format('SELECT job_id FROM reeve.job_claim(%s, %L, %L, 9)', :worker_id, :'nonce',
  '{0,0,0}'), ARRAY[:first]::bigint[], 'the limit lets one start');
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq(format('SELECT code, reason FROM reeve.job_why(%s)', :second), $$ VALUES
  ('limit', '1 of the 1 jobs that queue default allows are running'),
  ('next', 'it is next in queue default; 1 running') $$, 'the limit is reached');
SELECT matches((SELECT reason FROM reeve.job_why(:first)),
  '^attempt 1 of 12 has been running since .* on worker \d+, host 7$', 'what runs says where');
RESET SESSION AUTHORIZATION;
UPDATE reeve.worker SET beat_at = clock_timestamp() - interval '8 s' WHERE worker_id = :worker_id;
UPDATE reeve.job_run SET cancel_at = clock_timestamp() WHERE job_id = :first;
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_codes(:first), 'running cancelling silent', 'its worker is silent');
RESET SESSION AUTHORIZATION;
UPDATE reeve.job_run SET cancel_at = NULL WHERE job_id = :first;
UPDATE reeve.worker SET beat_at = clock_timestamp() WHERE worker_id = :worker_id;

-- One job.
SELECT lives_ok(format($$ SELECT reeve.job_progress_report(%s, 1, 5, 9, 'half') $$, :first));
SELECT lives_ok(format($$ SELECT reeve.job_log_add(%s, 1, 'line ' || n) FROM
  generate_series(1, 30) n $$, :first));
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq(format('SELECT state, kind, queue, worker, attempt, done, total, note, asked_by,
    waits_for_it FROM reeve.job_show(%s)', :first),
  format($$ VALUES ('running', 'worker.probe', 'default', 'host 7', 1, 5::bigint, 9::bigint, 'half',
    %L, ARRAY[%s]::bigint[]) $$, (SELECT rolname FROM pg_roles WHERE oid = 10), :follower),
  'what it is, where, and how far');
SELECT is((SELECT after FROM reeve.job_show(:follower)), ARRAY[:first, :later]::bigint[],
  '… and what it waits for');
SELECT results_eq(format('SELECT line FROM reeve.job_log_list(%s, NULL, 2)', :first),
  $$ VALUES ('line 29'), ('line 30') $$, 'its last lines');
SELECT results_eq(format('SELECT line FROM reeve.job_log_list(%1$s, (SELECT min(log_id)
    FROM reeve.job_log_list(%1$s, NULL, 99)), 2)', :first), $$ VALUES ('line 2'), ('line 3') $$,
  '… or those after one');
RESET SESSION AUTHORIZATION;
SELECT lives_ok(format($$ SELECT reeve.job_fail(ARRAY[%s], ARRAY[1], ARRAY['boom']) $$, :first));
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq(format('SELECT attempt, outcome, worker, error, seconds >= 0
    FROM reeve.job_attempts(%s)', :first),
  $$ VALUES (1, 'retryable', 'host 7', 'boom', TRUE) $$, 'its attempts');
SELECT results_eq(format('SELECT code, reason FROM reeve.job_why(%s) OFFSET 1', :first),
  $$ VALUES ('error', 'attempt 1 of 12 ended retryable: boom') $$, '… and why it waits');
SELECT throws_ok(format('SELECT * FROM reeve.job_retry(ARRAY[%s])', :first), '42501', NULL,
  'nobody retries but by the verb');
SELECT results_eq(format($$ SELECT outcome, code FROM reeve.job_perform('retry', ARRAY[%s], '') $$,
  :first), $$ VALUES ('refused', 'rank') $$, 'a viewer may not');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT state FROM reeve.job_location(ARRAY[:first]::bigint[])), 'retryable',
  '… and did not');

-- Retrying.
SET SESSION AUTHORIZATION shop_sue;
SELECT results_eq(format(
    $$ SELECT * FROM reeve.job_perform('retry', ARRAY[%1$s, 0, %2$s, %1$s]::bigint[], 'mended') $$,
    :first, :second),
  format($$ VALUES (%s::bigint, 'done', NULL, 'it was retryable', 'retryable'),
    (0, 'refused', 'notfound', 'there is no job 0', NULL),
    (%s, 'refused', 'state', 'job %2$s is available', NULL) $$, :first, :second),
  'what can be retried is, the others are told apart');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT attempt FROM reeve.job_ready WHERE job_id = :first), 1::smallint,
  'a retry goes on with the attempts that it has');
UPDATE reeve.queue SET max_running = NULL WHERE name = 'default';
SELECT lives_ok(format('SELECT reeve.job_claim(%s, %L, %L, 9)', :worker_id, :'nonce', '{0,0,0}'));
SELECT lives_ok(format($$ SELECT reeve.job_fail(ARRAY[%s], ARRAY[2], ARRAY['fatal'],
  ARRAY['discarded'])
  $$, :first));
SET SESSION AUTHORIZATION shop_vic;
SELECT matches((SELECT string_agg(reason, '; ') FROM reeve.job_why(:first)),
  '^it has been a dead letter since .*: its handler said that retrying cannot help; fatal$',
  'a dead letter says why');
SELECT is((SELECT state FROM reeve.job_list('cancelled', 1)), 'cancelled',
  'what waited for it was cancelled, and is listed');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(state, 'discarded', 'a dead letter is retried')
FROM reeve.job_perform('retry', ARRAY[:first], NULL);
RESET SESSION AUTHORIZATION;
SELECT results_eq(format('SELECT attempt::int, lease, losses::int FROM reeve.job_ready
  WHERE job_id = %s', :first), 'VALUES (0, 2, 0)', '… with all its attempts anew');
SELECT results_eq(format('SELECT lease, outcome FROM reeve.job_end WHERE job_id = %s
  ORDER BY lease', :first), $$ VALUES (1, 'retryable'), (2, 'discarded') $$,
  '… and what it did before on record');
SELECT lives_ok(format('SELECT reeve.job_claim(%s, %L, %L, 9)', :worker_id, :'nonce', '{0,0,0}'));
SELECT results_eq(format('SELECT reeve.job_complete(ARRAY[%s], ARRAY[3])', :first),
  ARRAY[:first]::bigint[], '… under a lease of its own');

-- A dead letter and its unique_key.
SELECT w.worker_id AS other_id, w.nonce AS other_nonce
FROM reeve.worker_register('default', 'host', 8, 'test') w \gset
SELECT reeve.enqueue('worker.probe', '{}', NULL, 1::smallint, unique_key => 'k') AS keyed \gset
SELECT lives_ok(
  format('SELECT reeve.job_claim(%s, %L, %L, 1)', :other_id, :'other_nonce', '{0,0,0}'));
SELECT lives_ok(format($$ SELECT reeve.job_fail(ARRAY[%s], ARRAY[1], ARRAY['x'],
  ARRAY['discarded']) $$,
  :keyed));
SELECT reeve.enqueue('worker.probe', '{}', unique_key => 'k') AS rival \gset
SET SESSION AUTHORIZATION shop_sue;
SELECT results_eq(format(
    $$ SELECT outcome, code, message FROM reeve.job_perform('retry', ARRAY[%s], '') $$, :keyed),
  format($$ VALUES ('refused', 'state', 'the unique_key of job %s is held by job %s, which is live')
    $$, :keyed, :rival), 'a dead letter whose key another job has got is not retried');
SELECT is(state, 'available') FROM reeve.job_perform('cancel', ARRAY[:rival], NULL);
SELECT is(state, 'discarded', '… until that has ended')
FROM reeve.job_perform('retry', ARRAY[:keyed], NULL);
RESET SESSION AUTHORIZATION;
SELECT is(reeve.enqueue('worker.probe', '{}', unique_key => 'k'), :keyed::bigint,
  '… and holds its key again');
SELECT results_eq(format('SELECT job_id FROM reeve.job_claim(%s, %L, %L, 1)', :other_id,
  :'other_nonce', '{0,0,0}'), ARRAY[:keyed]::bigint[]);
UPDATE reeve.job_run SET losses = 2 WHERE job_id = :keyed;
UPDATE reeve.worker SET beat_at = clock_timestamp() - interval '13 s' WHERE worker_id = :other_id;
SELECT is(reeve.worker_sweep(), 1);
SELECT results_eq(format($$ SELECT d.key, (SELECT count(*) FROM reeve.job_key k WHERE k.key = 'k')
    FROM reeve.job_dead d WHERE d.job_id = %s $$, :keyed), $$ VALUES ('k', 0::bigint) $$,
  'one that dies with its worker gives the key up, too, and knows it');
SELECT is((SELECT count(*) FROM reeve.job_retry(ARRAY[:keyed]::bigint[])), 1::bigint);
SELECT lives_ok(format('SELECT reeve.job_cancel(ARRAY[%s], NULL)', :keyed));

-- Cancelling.
SET SESSION AUTHORIZATION shop_sue;
SELECT results_eq(format(
    $$ SELECT outcome, code, coalesce(state, regexp_replace(message, 'at .*', 'at')) FROM
      reeve.job_perform('cancel', ARRAY[%s, %s, %s], 'not wanted') $$, :first, :second, :later),
  format($$ VALUES ('refused', 'state', 'job %s was completed at'), ('done', NULL, 'running'),
    ('done', NULL, 'scheduled') $$, :first), 'what runs is told to stop, what waits is cancelled');
SELECT throws_ok($$ SELECT * FROM reeve.job_perform('drop', ARRAY[1], '') $$, 'RV001');
SELECT throws_ok($$ SELECT * FROM reeve.job_perform('cancel', '{}', '') $$, 'RV001');
SELECT throws_ok($$ SELECT * FROM reeve.job_perform('cancel', ARRAY[1, NULL], '') $$, 'RV001');
SELECT throws_ok($$ SELECT * FROM reeve.job_perform('cancel',
  ARRAY(SELECT generate_series(1, 501)), '') $$, 'RV001');
SELECT is(code, 'argument', 'a reason has its limit')
FROM reeve.job_perform('cancel', ARRAY[:second], repeat('x', 2001));
SELECT matches((SELECT reason FROM reeve.job_why(:later)),
  '^it was cancelled at .*: cancelled by shop_sue: not wanted$', 'who cancelled it, and why');
RESET SESSION AUTHORIZATION;
SELECT ok(cancel_at IS NOT NULL, 'the worker is told') FROM reeve.job_run WHERE job_id = :second;

-- Queues.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(code, 'rank', 'a viewer may not pause')
FROM reeve.queue_perform('pause', 'default', NULL, NULL, NULL, NULL);
SELECT throws_ok($$ SELECT * FROM reeve.queue_perform('pause', 'nope', 1, 1, 1, '') $$, 'RV004',
  'there is no queue nope');
SELECT throws_ok($$ SELECT * FROM reeve.queue_perform('drop', 'default', 1, 1, 1, '') $$, 'RV001');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(outcome, 'done', 'a senior pauses')
FROM reeve.queue_perform('pause', 'default', NULL, NULL, NULL, 'repairs');
SELECT is(message, 'queue default is already paused', '… once')
FROM reeve.queue_perform('pause', 'default', NULL, NULL, NULL, NULL);
SELECT ok(paused_at IS NOT NULL, '… as the list has it') FROM reeve.queue_list()
WHERE queue = 'default';
SELECT is(outcome, 'done', '… and resumes')
FROM reeve.queue_perform('resume', 'default', NULL, NULL, NULL, NULL);
SELECT is(message, 'a burst needs a rate')
FROM reeve.queue_perform('limit', 'default', NULL, NULL, 3, NULL);
SELECT is(message, 'running 4') FROM reeve.queue_perform('limit', 'default', 4, NULL, NULL, NULL);
SELECT is(message, 'running 4, rate 2.5 per second in bursts of 3', 'a limit that is not given '
'stays')
FROM reeve.queue_perform('limit', 'default', NULL, 2.5, NULL, NULL);
SELECT is(message, 'running 4, rate 2.5 per second in bursts of 9')
FROM reeve.queue_perform('limit', 'default', NULL, NULL, 9, NULL);
SELECT is(code, 'argument') FROM reeve.queue_perform('limit', 'default', 0, NULL, NULL, NULL);
SELECT is(code, 'argument') FROM reeve.queue_perform('limit', 'default', 1, 'NaN', NULL, NULL);
SELECT is(message, 'no limits')
FROM reeve.queue_perform('limit', 'default', NULL, NULL, NULL, NULL);
RESET SESSION AUTHORIZATION;
SELECT ok(max_running IS NULL AND rate IS NULL AND burst IS NULL, 'they are gone')
FROM reeve.queue WHERE name = 'default';

-- On the record.
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT results_eq(
  $$ SELECT c.actor, c.kind, c.code, r.subject = ANY (ARRAY['queue default', 'job 0']), r.reason
    FROM reeve.command c JOIN reeve.chain USING (command_id) JOIN reeve.job_reason r
      USING (command_id)
    WHERE c.kind IN ('job.retry', 'queue.pause') ORDER BY c.command_id $$,
  $$ VALUES ('shop_vic', 'job.retry', 'rank', FALSE, NULL),
    ('shop_sue', 'job.retry', NULL, FALSE, 'mended'),
    ('shop_sue', 'job.retry', 'notfound', TRUE, 'mended'),
    ('shop_sue', 'job.retry', 'state', FALSE, 'mended'),
    ('shop_sue', 'job.retry', NULL, FALSE, NULL),
    ('shop_sue', 'job.retry', 'state', FALSE, NULL),
    ('shop_sue', 'job.retry', NULL, FALSE, NULL),
    ('shop_vic', 'queue.pause', 'rank', TRUE, NULL),
    ('shop_sue', 'queue.pause', NULL, TRUE, 'repairs'),
    ('shop_sue', 'queue.pause', 'state', TRUE, NULL) $$,
  'every command is in the chain, with its subject and reason beside it');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(subject, 'queue default', '… and the record names it') FROM reeve.command_list(1);
RESET SESSION AUTHORIZATION;
SELECT results_eq(
  $$ SELECT d.state, sum(d.n)::int FROM reeve.job_delta d GROUP BY 1 HAVING sum(d.n) <> 0
    ORDER BY 1 $$,
  $$ VALUES ('cancelled', 4), ('completed', 1), ('running', 1) $$, 'the counts add up');

-- Jobs about a subject.
SELECT collection_id AS person FROM reeve.collection WHERE name = 'person' \gset
SELECT reeve.enqueue('worker.probe', '{}', app => 'shop', collection_id => :person,
  subject_key => '1') AS about \gset
SELECT lives_ok(format($$ SELECT reeve.enqueue('worker.probe', '{}', collection_id => %s,
  subject_key => n::text) FROM generate_series(1, 2) n $$, :person));
SET SESSION AUTHORIZATION shop_sue;
SELECT is(outcome, 'done', 'one of them is cancelled')
FROM reeve.job_perform('cancel', ARRAY[:about], NULL);
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$ SELECT state, row_number() OVER () FROM reeve.job_of('shop', 'person', '1', 9)
    ORDER BY job_id DESC $$,
  $$ VALUES ('available', 1::bigint), ('cancelled', 2) $$, 'jobs about a subject, newest first');
SELECT is((SELECT count(*) FROM reeve.job_of('shop', 'person', '1', 1)), 1::bigint,
  '… no more than asked for');
SELECT is_empty($$ SELECT * FROM reeve.job_of('shop', 'person', '3', 9) $$, '… none about another');
SELECT throws_ok($$ SELECT * FROM reeve.job_of('shop', 'nope', '1', 9) $$, 'RV003');
SELECT throws_ok($$ SELECT * FROM reeve.job_of('shop', 'person', 'x', 9) $$, 'RV004');
RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION shop_sue;
SELECT results_eq($$ SELECT DISTINCT outcome, code
    FROM reeve.job_perform('retry', '{{-1,-2},{-3,-4}}', 'x') $$,
  $$ VALUES ('refused', 'notfound') $$, 'an array in an array is a list of jobs');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
