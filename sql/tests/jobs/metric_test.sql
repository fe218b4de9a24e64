-- What workers publish about the database.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
DELETE FROM reeve.job_ready;
DELETE FROM reeve.job_delta;
SELECT reeve.enqueue('worker.probe', '{}') FROM generate_series(1, 3) \g /dev/null
SELECT reeve.enqueue('worker.probe', '{}', clock_timestamp() + interval '1 h') \g /dev/null
UPDATE reeve.job SET created_at = created_at - interval '100 s';

SET SESSION AUTHORIZATION reeve_worker;
SELECT results_eq($$ SELECT label, value FROM reeve.metric_list()
    WHERE queue = 'default' AND metric = 'jobs' ORDER BY label $$,
  $$ VALUES ('available', 3::double precision), ('discarded', 0), ('retryable', 0), ('running', 0),
    ('scheduled', 1), ('waiting', 0) $$, 'jobs are told by state');
SELECT cmp_ok((SELECT value FROM reeve.metric_list() WHERE queue = 'default' AND metric = 'oldest'),
  '>=', 100::double precision, 'so is how long the oldest has waited');
SELECT is((SELECT count(*)::int FROM reeve.metric_list() WHERE metric = 'xmin' AND value >= 0), 1,
  'there is an oldest snapshot');
SELECT is((SELECT string_agg(label, ' ') FROM reeve.metric_list() WHERE metric = 'dead'),
  'job_delta job_key job_ready job_run job_timer worker', 'the hot tables are named');
SELECT is((SELECT seconds FROM reeve.change_lags() WHERE app = 'shop' AND reader = 'search'),
  0::double precision, 'a reader for which no change waits does not lag');
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop".item SET title = title || '!' WHERE nr = 1;
UPDATE reeve.change SET at = clock_timestamp() - interval '90 s';
SET SESSION AUTHORIZATION reeve_worker;
SELECT ok((SELECT seconds BETWEEN 90 AND 1000 FROM reeve.change_lags()
    WHERE app = 'shop' AND reader = 'search'), 'it lags since the first change that waits');
SELECT is((SELECT count(*) FROM reeve.metric_list() WHERE value IS NULL), 0::bigint,
  'every value is a number');
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.job_ready;
SELECT is((SELECT value FROM reeve.metric_list() WHERE queue = 'default' AND metric = 'oldest'),
  0::double precision, 'where none waits the oldest is no age');
CREATE ROLE shop_stranger LOGIN;
GRANT reeve_viewer TO shop_stranger;
SET SESSION AUTHORIZATION shop_stranger;
SELECT throws_ok('SELECT * FROM reeve.metric_list()', 'RV002', NULL, 'who has no rank is refused');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
