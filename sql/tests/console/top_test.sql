-- What the board shows of queues, jobs, workers, cases and transactions.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/worker.sql
SELECT no_plan();

SELECT pg_temp.attempt(:worker_id, :'nonce', 'worker.probe') AS job \gset
SELECT reeve.job_progress_report(:job, 1, 3, 9) \g /dev/null
INSERT INTO reeve.case(collection_id, key, severity, opened_at, due_at)
SELECT c.collection_id, 'k' || a.n, a.severity, now() - a.age, now()
FROM reeve.collection c, (VALUES
  (1, 'high', interval '10 min'), (2, 'low', interval '2 h'), (3, 'critical', interval '30 days'),
  (4, 'low', interval '30 days')) a(n, severity, age)
WHERE c.name = 'person' AND c.app = 'shop';

SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT string_agg(concat_ws(' ', a ->> 'age', a ->> 'cases', a ->> 'urgent'), ', ')
  FROM reeve.console_top('shop') t, jsonb_array_elements(t.cases -> 'ages') a),
  '1 hour 1 1, 1 day 1 0, 3 days 0 0, 7 days 0 0, longer 2 1', 'open cases are counted by age');
SELECT is((SELECT sum((a ->> 'cases')::int)::int
  FROM reeve.console_top('none') t, jsonb_array_elements(t.cases -> 'ages') a), 0,
  'those of one app');
SELECT results_eq($$SELECT (r ->> 'done')::int, (r ->> 'total')::int, r ->> 'kind'
  FROM reeve.console_top(NULL) t, jsonb_array_elements(t.running) r$$,
  $$VALUES (3, 9, 'worker.probe')$$, 'a job that runs is shown with its progress');
SELECT is((SELECT w ->> 'running' FROM reeve.console_top(NULL) t, jsonb_array_elements(t.workers) w
  WHERE w ->> 'host' = 'test'), '1', 'and its worker');
SELECT is((SELECT (q ->> 'running') || ' ' || (q ->> 'is_paused')
  FROM reeve.console_top(NULL) t, jsonb_array_elements(t.queues) q WHERE q ->> 'name' = 'default'),
  '1 false', 'and its queue');
SELECT is((SELECT count(*)::int FROM reeve.console_top(NULL) t,
  jsonb_array_elements(t.transactions) x WHERE (x ->> 'pid')::int = pg_backend_pid()), 0,
  'the look itself is no transaction that matters');
SELECT is((SELECT count(*)::int FROM reeve.console_top(NULL) t,
  jsonb_array_elements(t.transactions) x, jsonb_object_keys(x) k WHERE k = 'query'), 0,
  'nobody reads another''s statements');
SELECT * FROM finish();
ROLLBACK;
