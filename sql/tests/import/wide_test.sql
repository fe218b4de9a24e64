-- A mapping of 1,600 columns, for which a staged row and its number have no room, is refused before
-- anything is written; one of 1,599 passes.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(3);
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SET LOCAL ROLE shop_owner;
SELECT format('CREATE TABLE "Odd Shop".wide(id int PRIMARY KEY, %s)',
  string_agg(format('c%s boolean', n), ', ')) FROM generate_series(1, 1599) n \gexec
RESET ROLE;
CREATE FUNCTION pg_temp.mapping(columns int) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('app', 'shop', 'source', 'wide', 'format', 'csv', 'table', 'wide',
    'key', '["id"]'::jsonb, 'columns', jsonb_build_object('id', '{"from": "id"}'::jsonb)
      || jsonb_object_agg('c' || n, jsonb_build_object('from', 'c' || n)))
  FROM generate_series(1, columns - 1) n
$$;
SELECT results_eq($$SELECT code, left(message, 40) FROM reeve.import_check(pg_temp.mapping(1600))$$,
  $$VALUES ('limit', '1600 columns of "Odd Shop".wide are mapp')$$, 'it is refused');
SELECT throws_ok($$SELECT reeve.import_begin(pg_temp.mapping(1600), 'f', 'm', 1)$$, 'RV005', NULL,
  'before an import begins');
SELECT is_empty($$SELECT * FROM reeve.import_check(pg_temp.mapping(1599))$$, 'one less passes');
SELECT * FROM finish();
ROLLBACK;
