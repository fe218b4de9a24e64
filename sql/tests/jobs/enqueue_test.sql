BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT no_plan();

DO $$ BEGIN PERFORM reeve.job_partition_keep(); END $$;
SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 1, 'test') \gset
INSERT INTO reeve.queue(name) VALUES ('narrow');
SELECT queue_id AS narrow_id FROM reeve.queue WHERE name = 'narrow' \gset

CREATE FUNCTION pg_temp.ask(VARIADIC jobs jsonb[]) RETURNS SETOF bigint LANGUAGE sql
AS $$ SELECT reeve.enqueue(ARRAY(SELECT '{"kind": "worker.probe"}' || j FROM unnest(jobs) j)) $$;
CREATE FUNCTION pg_temp.claim(wanted int, worker int, nonce uuid) RETURNS SETOF bigint LANGUAGE sql
AS $$ SELECT job_id FROM reeve.job_claim(worker, nonce, '{0,0,0}', wanted) $$;
-- What the counters say must be what there is.
CREATE FUNCTION pg_temp.miscounted() RETURNS SETOF text LANGUAGE sql AS $$
  WITH real(queue_id, state, n) AS (
    SELECT queue_id, 'available', count(*) FROM reeve.job_ready GROUP BY 1
    UNION ALL SELECT queue_id, CASE reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END,
      count(*) FROM reeve.job_timer GROUP BY 1, 2
    UNION ALL SELECT queue_id, 'waiting', count(*) FROM reeve.job_wait GROUP BY 1
    UNION ALL SELECT queue_id, 'running', count(*) FROM reeve.job_run GROUP BY 1
    UNION ALL SELECT queue_id, 'discarded', count(*) FROM reeve.job_dead GROUP BY 1
  ), told AS (
    SELECT queue_id, state, sum(n) AS n FROM reeve.job_delta
    WHERE state NOT IN ('completed', 'cancelled') GROUP BY 1, 2
  )
  SELECT format('%s %s: %s, really %s', queue_id, state, t.n, r.n)
  FROM real r FULL JOIN told t USING (queue_id, state) WHERE coalesce(r.n, 0) <> coalesce(t.n, 0)
$$;

-- Many at once
SELECT is((SELECT count(*)::int FROM reeve.enqueue('{}'::jsonb[])), 0, 'no jobs are no jobs');
SELECT throws_ok($$ SELECT reeve.enqueue(ARRAY['{"kind": "worker.probe"}', '7']::jsonb[]) $$,
  'RV001',
  'job 2: a job is a JSON object', 'the faulty one is told by its place');
SELECT throws_ok(format('SELECT reeve.enqueue(ARRAY[%L]::jsonb[])', jsonb_build_object('kind',
  'worker.probe', 'args', jsonb_build_object('a', (SELECT string_agg(md5(n::text), '')
    FROM generate_series(1, 3000) n)))), 'RV001', NULL, 'large arguments are refused');
SELECT throws_ok(format('SELECT pg_temp.ask(%L)', b.body), 'RV001', b.fault, b.fault)
FROM (VALUES
  ('{"wen": 1}', 'a job has no ''wen'''),
  ('{"wen": null}', 'a job has no ''wen'''),
  ('{"kind": 7}', 'kind is a JSON string, not 7'),
  ('{"kind": null}', 'no job kind NULL'),
  ('{"kind": "probe"}', 'no job kind ''probe'''),
  ('{"args": []}', 'args is a JSON object, not []'),
  ('{"args": "{}"}', 'args is a JSON object, not "{}"'),
  ('{"queue": "none"}', 'no queue ''none'''),
  ('{"queue": ["default"]}', 'queue is a JSON string, not ["default"]'),
  ('{"priority": 2}', 'priority 2 is not -1, 0 or 1'),
  ('{"priority": 0.5}', 'priority 0.5 is not -1, 0 or 1'),
  ('{"priority": "NaN"}', 'priority is a JSON number, not "NaN"'),
  ('{"max_attempts": 0}', 'max_attempts 0 is not 1 to 1000'),
  ('{"max_attempts": -3}', 'max_attempts -3 is not 1 to 1000'),
  ('{"max_attempts": 1001}', 'max_attempts 1001 is not 1 to 1000'),
  ('{"max_attempts": true}', 'max_attempts is a JSON number, not true'),
  ('{"unique_key": ""}', 'a unique_key has 1 to 200 characters'),
  ('{"unique_key": {"a": 1}}', 'unique_key is a JSON string, not {"a": 1}'),
  ('{"unique_key": "cron:1"}', 'keys that begin with cron: belong to schedules'),
  ('{"due_at": "2030-01-01", "delay": "1 s"}', 'due_at and delay exclude each other'),
  ('{"due_at": "soon"}',
    'due_at ''soon'' is no moment, as "2031-05-01 08:00+02" is'),
  ('{"due_at": "infinity"}',
    'due_at ''infinity'' is no moment, as "2031-05-01 08:00+02" is'),
  ('{"due_at": "2030-02-30"}',
    'due_at ''2030-02-30'' is no moment, as "2031-05-01 08:00+02" is'),
  ('{"due_at": 7}', 'due_at is a JSON string, not 7'),
  ('{"delay": "soon"}', 'delay ''soon'' is not a positive duration such as "10 min"'),
  ('{"delay": "-1 s"}', 'delay ''-1 s'' is not a positive duration such as "10 min"'),
  ('{"delay": "300000 years"}',
    'delay ''300000 years'' is not a positive duration such as "10 min"'),
  ('{"app": "none"}', 'no app ''none'''),
  ('{"collection_id": "x"}', 'collection_id is a JSON number, not "x"'),
  ('{"collection_id": -1}', 'no collection has the id -1'),
  ('{"collection_id": 1.5}', 'no collection has the id 1.5'),
  ('{"collection_id": 99999999999999999999}', 'no collection has the id 99999999999999999999'),
  ('{"subject_key": 7}', 'subject_key is a JSON string, not 7'),
  ('{"after": 7}', 'after is a JSON array, not 7'),
  ('{"after": [-1]}', 'after must be an array of job ids'),
  ('{"after": [[1]]}', 'after must be an array of job ids'),
  ('{"after": [null]}', 'after must be an array of job ids')) b(body, fault);
SELECT throws_ok(format('SELECT pg_temp.ask(%L)', jsonb_build_object(b.key, repeat('x', b.length))),
  'RV001', b.fault, b.fault)
FROM (VALUES ('unique_key', 201, 'a unique_key has 1 to 200 characters'),
  ('subject_key', 2001, 'a subject_key has at most 2000 bytes'),
  (repeat('k', 99999), 1, format('a job has no ''%s''', repeat('k', 100))),
  ('queue', 99999, format('no queue ''%s''', repeat('x', 100)))) b(key, length, fault);
-- What is no JSON, or none that the database can hold, does not get as far.
SELECT throws_ok($$ SELECT pg_temp.ask('{"args": {"a": 1}') $$, '22P02');
SELECT throws_ok($$ SELECT pg_temp.ask('{"args": {"a": "\u0000"}}') $$, '22P05');
SELECT throws_ok(format('SELECT pg_temp.ask(%L)', '{"args": {"a": ' || repeat('[', 30000)
  || repeat(']', 30000) || '}}'), '54001');
SELECT throws_ok($$ SELECT reeve.enqueue(array_fill('{"kind": "worker.probe"}'::jsonb, ARRAY[9999])
    || '{"kind": "worker.probe", "priority": 7}'::jsonb) $$,
  'RV001', 'job 10000: priority 7 is not -1, 0 or 1', 'one of 10,000 is told by its place');
SELECT throws_ok($$ SELECT reeve.enqueue(ARRAY['{"kind": "worker.probe"}', NULL]::jsonb[]) $$,
  'RV001', 'job 2: a job is a JSON object', 'none is no job');
SELECT is((SELECT count(*)::int FROM reeve.job_ready), 0, 'of a faulty call nothing is left');
CREATE TEMPORARY TABLE asked AS
SELECT row_number() OVER () AS n, a.id FROM pg_temp.ask('{}',
  '{"unique_key": "a", "args": {"x": 1}}',
  '{"unique_key": "a"}', '{"delay": "1 hour"}', '{"priority": 1, "queue": "narrow"}',
  '{"due_at": "2020-01-01"}') a(id);
SELECT is((SELECT id FROM asked WHERE n = 2), (SELECT id FROM asked WHERE n = 3),
  'two with one key are one job');
SELECT is((SELECT count(*)::int FROM reeve.job_ready), 4,
  'ready: those not timed, and what is past due');
SELECT is((SELECT count(*)::int FROM reeve.job_timer), 1, 'timed: the delayed one');
SELECT is((SELECT queue_id FROM reeve.job_ready WHERE job_id = (SELECT id FROM asked WHERE n = 5)),
  :narrow_id, 'a job may name its queue');
SELECT is_empty('SELECT * FROM pg_temp.miscounted()', 'the counters are right');
SELECT is((SELECT count(*)::int FROM pg_temp.claim(10, :worker_id, :'nonce')), 3,
  'a worker gets those of its queue');
SELECT is_empty('SELECT * FROM pg_temp.miscounted()', '… and the counters follow');

-- Jobs that wait for others
CREATE TEMPORARY TABLE needed AS SELECT id FROM pg_temp.ask('{}', '{}') a(id);
SELECT throws_ok($$ SELECT pg_temp.ask('{"after": [999999999]}') $$, 'RV001', NULL,
  'nothing waits for a job that there is not');
SELECT throws_ok($$ SELECT pg_temp.ask('{"after": ["1; DROP"]}') $$, 'RV001', NULL,
  'ids are numbers');
SELECT * FROM pg_temp.ask(jsonb_build_object('after', (SELECT jsonb_agg(id)
  FROM needed))) a(follower)
\gset
SELECT * FROM pg_temp.ask(jsonb_build_object('after', jsonb_build_array(:follower))) a(last) \gset
SELECT is((SELECT missing FROM reeve.job_wait WHERE job_id = :follower), 2, 'it waits for both');
SELECT count(*) FROM pg_temp.claim(10, :worker_id, :'nonce');
SELECT count(*) FROM reeve.job_complete(ARRAY[(SELECT min(id) FROM needed)], ARRAY[1]);
SELECT is((SELECT missing FROM reeve.job_wait WHERE job_id = :follower), 1, '… then for one');
SELECT count(*) FROM reeve.job_complete(ARRAY[(SELECT max(id) FROM needed)], ARRAY[7]);
SELECT is((SELECT missing FROM reeve.job_wait WHERE job_id = :follower), 1,
  'a stale completion lets nobody go');
SELECT count(*) FROM reeve.job_complete(ARRAY[(SELECT max(id) FROM needed)], ARRAY[1]);
SELECT is((SELECT count(*)::int FROM reeve.job_ready WHERE job_id = :follower), 1,
  '… then it is ready');
SELECT is((SELECT count(*)::int FROM reeve.job_wait), 1, 'what waits for it goes on waiting');
SELECT is_empty('SELECT * FROM pg_temp.miscounted()', 'the counters follow');
SELECT * FROM pg_temp.ask(jsonb_build_object('after', (SELECT jsonb_agg(id)
  FROM needed))) a(late) \gset
SELECT is((SELECT count(*)::int FROM reeve.job_ready WHERE job_id = :late), 1,
  'what waits for completed jobs only is ready at once');
-- As if the needed job had ended while its follower was being written.
INSERT INTO reeve.job_after SELECT min(id), :last FROM needed;
UPDATE reeve.job_wait SET missing = missing + 1 WHERE job_id = :last;
SELECT is(reeve.job_follow_late(0), 0::bigint, 'links to jobs that ended unnoticed are looked for');
SELECT is((SELECT missing FROM reeve.job_wait WHERE job_id = :last), 1, '… and taken away');

-- Cancelling
SELECT results_eq(format($$ SELECT state FROM reeve.job_cancel(ARRAY[%s], 'not needed') $$,
  :follower),
  ARRAY['available'], 'a job that does not run is cancelled at once');
SELECT is((SELECT count(*)::int FROM reeve.job_wait), 0, '… and what waits for it, too');
SELECT is((SELECT count(*)::int FROM reeve.job_after), 0, '… without traces');
SELECT results_eq(format($$ SELECT outcome, error FROM reeve.job_end WHERE job_id = %s $$, :last),
  $$ VALUES ('cancelled', 'a job that it waited for did not complete') $$, '… with the reason');
SELECT is_empty(format($$ SELECT * FROM reeve.job_cancel(ARRAY[%s], 'again') $$, :follower),
  'once is enough');
SELECT throws_ok(format($$ SELECT pg_temp.ask('{"after": [%s]}') $$, :follower), 'RV001', NULL,
  'nothing waits for a cancelled job');
SELECT pg_temp.ask('{"priority": 1}') AS running \gset
SELECT count(*) FROM pg_temp.claim(1, :worker_id, :'nonce');
SELECT is_empty(format('SELECT * FROM reeve.worker_cancelled(%s, %L)', :worker_id, :'nonce'),
  'nobody cancelled anything yet');
SELECT results_eq(format($$ SELECT state FROM reeve.job_cancel(ARRAY[%s], 'stop') $$, :running),
  ARRAY['running'], 'a running one is asked to end');
SELECT results_eq(format('SELECT * FROM reeve.worker_cancelled(%s, %L)', :worker_id, :'nonce'),
  format('VALUES (%s::bigint, 1)', :running), '… through its worker');
SELECT is_empty(format('SELECT * FROM reeve.worker_cancelled(%s, %L)', :worker_id,
  gen_random_uuid()),
  '… and nobody else');
SELECT count(*) FROM reeve.job_fail(ARRAY[:running], ARRAY[1], ARRAY['cancelled'],
  ARRAY['cancelled']);
SELECT is((SELECT outcome FROM reeve.job_end WHERE job_id = :running), 'cancelled',
  'it ends for good');

-- Handing back does not outlive a cancellation
SELECT pg_temp.ask('{"priority": 1}') AS returned, pg_temp.ask('{"priority": 1}') AS snoozed,
  pg_temp.ask('{"priority": 1}') AS failed \gset
SELECT count(*) FROM pg_temp.claim(3, :worker_id, :'nonce');
SELECT count(*) FROM reeve.job_cancel(ARRAY[:returned, :snoozed, :failed]::bigint[], 'stop');
SELECT count(*) FROM reeve.job_release(ARRAY[:returned, :snoozed], '{1,1}', '{0,60000}');
SELECT count(*) FROM reeve.job_fail(ARRAY[:failed]::bigint[], '{1}', '{oh}', '{retryable}');
SELECT results_eq(
  format('SELECT outcome FROM reeve.job_end WHERE job_id IN (%s, %s, %s)', :returned, :snoozed,
    :failed), $$ VALUES ('cancelled'), ('cancelled'), ('cancelled') $$,
  'what is cancelled while it runs is over, however its attempt ends');
SELECT worker_id AS third_id, nonce AS third_nonce
FROM reeve.worker_register('default', 'test', 4, 'test') \gset
SELECT pg_temp.ask('{"priority": 1}') AS dropped \gset
SELECT count(*) FROM pg_temp.claim(1, :third_id, :'third_nonce');
SELECT count(*) FROM reeve.job_cancel(ARRAY[:dropped]::bigint[], 'stop');
SELECT reeve.worker_stop(:third_id, :'third_nonce');
SELECT is((SELECT outcome FROM reeve.job_end WHERE job_id = :dropped), 'cancelled',
  '… when its worker stops, too');
SELECT is_empty('SELECT * FROM pg_temp.miscounted()', 'the counters follow');

-- Verdicts
SELECT pg_temp.ask('{"priority": 1, "unique_key": "v"}') AS doomed \gset
SELECT count(*) FROM pg_temp.claim(1, :worker_id, :'nonce');
SELECT count(*) FROM reeve.job_fail(ARRAY[:doomed], ARRAY[1], ARRAY['no use'], ARRAY['discarded']);
SELECT is((SELECT reason FROM reeve.job_dead WHERE job_id = :doomed), 'handler',
  'a handler may say that trying again is no use');
SELECT isnt(pg_temp.ask('{"unique_key": "v"}'), :doomed::bigint, '… which frees the key');
SELECT is_empty('SELECT * FROM pg_temp.miscounted()', 'the counters follow');

-- Limits
SELECT worker_id AS narrow_worker, nonce AS narrow_nonce
FROM reeve.worker_register('narrow', 'test', 3, 'test') \gset
UPDATE reeve.queue SET max_running = 2 WHERE name = 'narrow';
SELECT count(*) FROM pg_temp.ask(VARIADIC ARRAY(
  SELECT '{"queue": "narrow"}'::jsonb FROM generate_series(1, 9)));
CREATE TEMPORARY TABLE first AS
SELECT * FROM pg_temp.claim(10, :narrow_worker, :'narrow_nonce') c(id);
SELECT is((SELECT count(*)::int FROM first), 2, 'no more run at a time than the queue allows');
SELECT is((SELECT count(*)::int FROM pg_temp.claim(10, :narrow_worker, :'narrow_nonce')), 0,
  '… however often one asks');
SELECT count(*) FROM reeve.job_complete(ARRAY(SELECT id FROM first LIMIT 1), ARRAY[1]);
SELECT is((SELECT count(*)::int FROM pg_temp.claim(10, :narrow_worker, :'narrow_nonce')), 1,
  '… and one more for each that ends');
UPDATE reeve.queue SET max_running = NULL, rate = 0.001, burst = 3 WHERE name = 'narrow';
UPDATE reeve.queue_bucket SET tokens = 3, at = clock_timestamp() WHERE queue_id = :narrow_id;
SELECT is((SELECT count(*)::int FROM pg_temp.claim(10, :narrow_worker, :'narrow_nonce')), 3,
  'a burst may start at once');
SELECT is((SELECT count(*)::int FROM pg_temp.claim(10, :narrow_worker, :'narrow_nonce')), 0,
  '… then nothing');
UPDATE reeve.queue_bucket SET at = at - interval '2001 s' WHERE queue_id = :narrow_id;
SELECT is((SELECT count(*)::int FROM pg_temp.claim(10, :narrow_worker, :'narrow_nonce')), 2,
  '… then as many as the rate allows');
UPDATE reeve.queue_bucket SET at = at - interval '1 day' WHERE queue_id = :narrow_id;
SELECT is((SELECT count(*)::int FROM pg_temp.claim(1, :narrow_worker, :'narrow_nonce')), 1,
  'a long rest …');
SELECT is((SELECT round(tokens)::int FROM reeve.queue_bucket WHERE queue_id = :narrow_id), 2,
  '… gives no more than a burst');

-- Fairness
UPDATE reeve.queue SET rate = NULL, burst = NULL WHERE name = 'narrow';
DELETE FROM reeve.job_ready;
SELECT pg_temp.ask('{"queue": "narrow", "priority": -1}') AS patient \gset
SELECT count(*) FROM pg_temp.ask(VARIADIC ARRAY(
  SELECT '{"queue": "narrow", "priority": 1}'::jsonb FROM generate_series(1, 3)));
SELECT isnt((SELECT job_id FROM reeve.job_claim(:narrow_worker, :'narrow_nonce', '{0,0,0}', 1)),
  :patient::bigint, 'the urgent go first');
SELECT is((SELECT job_id FROM reeve.job_claim(:narrow_worker, :'narrow_nonce', '{0,0,0}', 1, TRUE)),
  :patient::bigint, '… but in a fair claim the oldest does');

-- Counting
SELECT cmp_ok(reeve.job_delta_fold(), '>', 10, 'changes of counts are put together');
SELECT cmp_ok((SELECT count(*)::int FROM reeve.job_delta), '<', 16, '… one row a queue and state');
SELECT results_eq($$ SELECT available, running FROM reeve.queue_list() WHERE queue = 'narrow' $$,
  $$ SELECT (SELECT coalesce(sum(n), 0)::bigint FROM reeve.job_delta d JOIN reeve.queue USING
    (queue_id)
      WHERE name = 'narrow' AND state = 'available'), count(*)
    FROM reeve.job_run JOIN reeve.queue USING (queue_id) WHERE name = 'narrow' $$,
  'what is told of a queue is the sum');

-- One at once
CREATE FUNCTION pg_temp.written(id bigint) RETURNS jsonb LANGUAGE sql AS $$
  SELECT to_jsonb(j) - 'job_id' - 'created_at' || (to_jsonb(r) - 'job_id' - 'seq')
    || jsonb_build_object('place', r.seq - r.job_id)
  FROM reeve.job j JOIN reeve.job_ready r USING (job_id) WHERE j.job_id = id
$$;
SELECT sum(n) AS before FROM reeve.job_delta WHERE queue_id = 1 AND state = 'available' \gset
SELECT is(pg_temp.written(reeve.enqueue('worker.probe', '{"a": [1, "ä"]}')),
  pg_temp.written((SELECT reeve.enqueue(ARRAY['{"kind": "worker.probe", "args": {"a": [1, "ä"]}}'
    ]::jsonb[]))), 'a job that is asked for alone is written as one of many');
SELECT is(sum(n) - :before, 2::numeric, 'and counted') FROM reeve.job_delta
WHERE queue_id = 1 AND state = 'available';
SELECT throws_ok(format('SELECT reeve.enqueue(%L, %L)', v.kind, v.args), v.code, v.fault, v.fault)
FROM (VALUES ('probe', '{}', 'RV001', 'no job kind ''probe'''),
  (NULL, '{}', 'RV001', 'no job kind NULL'),
  ('worker.probe', '[]', 'RV001', 'args is a JSON object, not []'),
  ('worker.probe', jsonb_build_object('a', (SELECT string_agg(md5(n::text), '')
    FROM generate_series(1, 3000) n))::text, 'RV001', 'the arguments of a job are over 64 KiB; '
    'store them in a table and pass its key')) v(kind, args, code, fault);

SELECT * FROM finish();
ROLLBACK;
