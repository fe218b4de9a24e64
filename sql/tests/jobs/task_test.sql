-- Tasks of a catalog: what is declared is checked, runs as the app's owner, under a lease.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/worker.sql
SELECT plan(23);

SET LOCAL ROLE shop_owner;
CREATE FUNCTION "Odd Shop"."Trim"(max_rows int) RETURNS int
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH gone AS (DELETE FROM "Odd Shop".item WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM "Odd Shop".item ORDER BY stall_code, nr LIMIT max_rows)) RETURNING 1)
  SELECT count(*)::int FROM gone
$$;
CREATE FUNCTION "Odd Shop".trim_of(max_rows int, stall text, who text)
RETURNS TABLE(done bigint, remaining bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH gone AS (DELETE FROM "Odd Shop".item WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM "Odd Shop".item WHERE stall_code = stall AND who = current_user
    LIMIT max_rows)) RETURNING 1)
  SELECT count(*), (SELECT count(*) FROM "Odd Shop".item i WHERE i.stall_code = stall) - count(*)
  FROM gone
$$;
CREATE FUNCTION "Odd Shop".by_caller(max_rows int) RETURNS int LANGUAGE sql AS 'SELECT 0';
CREATE FUNCTION "Odd Shop".anywhere(max_rows int) RETURNS int LANGUAGE sql SECURITY DEFINER
AS 'SELECT 0';
CREATE FUNCTION "Odd Shop".wordy(max_rows int) RETURNS text LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS 'SELECT ''''';
RESET ROLE;
CREATE FUNCTION "Odd Shop".ours(max_rows int) RETURNS int LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS 'SELECT 0';

CREATE FUNCTION pg_temp.with_task(task jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.manifest() || jsonb_build_object('tasks', jsonb_build_object('t', task))
$$;
CREATE FUNCTION pg_temp.findings(manifest jsonb) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(f.path || ' ' || f.code ORDER BY f.path, f.code)
  FROM reeve.catalog_check(manifest) f
$$;

SELECT is(pg_temp.findings(pg_temp.with_task(t::jsonb)), f::text[], n) FROM (VALUES
  ('{"function": "Trim"}', NULL, 'a sound task'),
  ('{"function": "trim_of", "arguments": ["stall", "who"]}', NULL, 'one with arguments'),
  ('{"function": "nope"}', '{/tasks/t/function missing}', 'no such function'),
  ('{"function": "trim_of"}', '{/tasks/t/function missing}', 'none with these arguments'),
  ('{"function": "wordy"}', '{/tasks/t/function type}', 'one that does not tell how many'),
  ('{"function": "by_caller"}', '{/tasks/t/function rights}', 'one that would run as the app '
    'writer'),
  ('{"function": "ours"}', '{/tasks/t/function rights}', 'one that would run as somebody else'),
  ('{"function": "anywhere"}', '{/tasks/t/function rights}', 'one that would look in our schema')
) v(t, f, n);
SELECT is(pg_temp.findings(pg_temp.with_task('{"function": "Trim"}') || '{"jobs": {
    "good": {"kind": "sql", "every": "5m", "args": {"task": "t"}},
    "bad": {"kind": "sql", "every": "5m", "args": {"task": "u"}},
    "none": {"kind": "sql", "every": "5m"}}}'),
  '{"/jobs/bad/args missing","/jobs/none/args missing"}', 'a schedule names a task that is there');

SELECT throws_ok($$SELECT reeve.catalog_apply(pg_temp.with_task('{"function": "by_caller"}'))$$,
  'RV005', NULL, 'apply refuses what check finds');
SELECT results_eq(
  $$SELECT change, object FROM reeve.catalog_apply(pg_temp.manifest() || '{"tasks": {
    "trim": {"function": "Trim"},
    "trim-of": {"function": "trim_of", "arguments": ["stall", "who"]}}}')
  WHERE object !~ '^code'$$,
  $$VALUES ('add', 'tasks trim'), ('add', 'tasks trim-of')$$, 'apply tells the difference');

SELECT pg_temp.attempt(:worker_id, :'nonce', 'sql', '{"task": "trim"}', 'shop') AS job \gset
SELECT pg_temp.attempt(:worker_id, :'nonce', 'sql',
  '{"task": "trim-of", "arguments": {"stall": "c", "who": "shop_owner"}}', 'shop') AS other \gset
SET LOCAL SESSION AUTHORIZATION reeve_worker;
PREPARE run(bigint, int, int) AS SELECT state, rows FROM reeve.job_advance($1, $2, $3);
SELECT results_eq(format('EXECUTE run(%s, 1, 5)', :job), $$VALUES ('running', 5::bigint)$$,
  'a batch');
SELECT results_eq(format('EXECUTE run(%s, 1, 3)', :other), $$VALUES ('running', 3::bigint)$$,
  'runs as the app''s owner');
SELECT results_eq(format('EXECUTE run(%s, 2, 5)', :job), $$VALUES ('lost', 0::bigint)$$,
  'under a stale lease nothing is done');
SELECT results_eq(format('EXECUTE run(%s, 1, 5)', :job), $$VALUES ('running', 4::bigint)$$,
  'what is left');
SELECT results_eq(format('EXECUTE run(%s, 1, 5)', :job), $$VALUES ('completed', 0::bigint)$$,
  'then nothing');
RESET SESSION AUTHORIZATION;
SELECT results_eq(
  format('SELECT done, total FROM reeve.job_progress WHERE job_id IN (%s, %s) ORDER BY job_id',
    :job, :other),
  'VALUES (9::bigint, 9::bigint), (3, 4)', 'a task that says what is left has a total');
CREATE FUNCTION pg_temp.fails(worker_id int, nonce uuid, app text, args jsonb, code text)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN throws_ok(
    format('SELECT reeve.job_advance(%s, 1, 5)', pg_temp.attempt(worker_id, nonce, 'sql', args,
      app)),
    code, NULL, args::text);
END
$$;
SELECT pg_temp.fails(:worker_id, :'nonce', v.app, v.args::jsonb, v.code) FROM (VALUES
  ('shop', '{"task": "Trim"}', 'RV004'), ('shop', '{}', 'RV004'), (NULL, '{"task": "trim"}',
    'RV004'),
  ('shop', '{"task": "trim", "function": "pg_sleep"}', 'RV001'),
  ('shop', '{"task": "trim-of", "arguments": {"stall": "c"}}', 'RV001'),
  ('shop', '{"task": "trim", "arguments": ["c"]}', 'RV001')) v(app, args, code);
SELECT * FROM finish();
ROLLBACK;
