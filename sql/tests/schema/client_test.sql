-- A program older than the schema serves is refused, by name of what it should be.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(8);

SELECT lives_ok('SELECT reeve.client_require(reeve.client_oldest())', 'the oldest one is served');
CREATE OR REPLACE FUNCTION reeve.client_oldest() RETURNS text LANGUAGE sql IMMUTABLE
  AS $$SELECT '1.10.0'$$;
SELECT throws_ok('SELECT reeve.client_require(''1.9.3'')', 'RV007',
  'this program is Reeve 1.9.3, but this database requires 1.10.0 or later',
  'an older one is not; numbers are compared as numbers');
SELECT throws_ok('SELECT reeve.client_require(''1.9.3-dev'')', 'RV007', NULL,
  'a build of it neither');
SELECT lives_ok('SELECT reeve.client_require(''1.10.0'')', 'equal is enough');
SELECT lives_ok('SELECT reeve.client_require(''2.0.0'')', 'a newer one is served');
SELECT lives_ok('SELECT reeve.client_require(''test'')', 'so is a build without a number');
SELECT throws_ok('SELECT reeve.worker_register(''default'', ''host'', 1, ''0.9'')', 'RV007', NULL,
  'a worker released before the check is refused when it registers');
SELECT is((SELECT count(*)::int FROM reeve.worker WHERE version = '0.9'), 0, 'and is not entered');
SELECT * FROM finish();
ROLLBACK;
