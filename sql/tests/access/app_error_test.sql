-- What a cell makes of an error: a server that has no room is not called a fault of the app.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(3);

SELECT 'SQL statement "SELECT reeve_cell.shop_1()"
PL/pgSQL function reeve_cell.cell_work() line 3 at ' AS stack \gset

SELECT lives_ok(format('SELECT reeve.app_error(''53100'', ''could not extend file'', %L)',
  :'stack' || 'EXECUTE'), 'a full disk keeps its own SQLSTATE, for whoever asked to make room');
SELECT throws_ok(format('SELECT reeve.app_error(''53100'', ''disk full'', %L)',
  :'stack' || 'RAISE'), 'RV006', 'the app''s own code or constraints refused it: disk full',
  'code of an app that says that the disk is full does not speak for the server');
SELECT throws_ok(format('SELECT reeve.app_error(''22012'', ''division by zero'', %L)',
  :'stack' || 'EXECUTE'), 'RV006',
  'the app''s own code or constraints refused it: division by zero',
  'an error of a statement of the app is its own');
SELECT * FROM finish();
ROLLBACK;
