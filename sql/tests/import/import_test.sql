-- FindSpot's places by an import, step by step, and what each step refuses.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
CREATE ROLE findspot_import_owner;
CREATE SCHEMA findspot AUTHORIZATION findspot_import_owner;
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO findspot_import_owner',
  current_database()); END $$;
SET LOCAL ROLE findspot_import_owner;
SET LOCAL check_function_bodies = off;
\ir ../../apps/findspot/schema.sql
\ir ../../apps/findspot/functions/legacy_collisions.sql
\ir ../../apps/findspot/functions/view_shared_key.sql
RESET ROLE;
SELECT plan(25);

SELECT is(findspot.legacy_key(l.latitude), l.key, l.latitude || ' had the key ' || l.key)
FROM (VALUES (60.17, '6017'), (6.017, '6017'), (-60.17, '6017'), (60.170000, '6017'),
  (12.34567891, '12345679')) l(latitude, key);

CREATE FUNCTION pg_temp.reeve_mapping() RETURNS jsonb LANGUAGE sql AS $$
  SELECT '{"app": "findspot", "source": "old", "format": "ndjson", "table": "places",
    "key": ["id"], "columns": {"id": {"from": "id"}, "name": {"from": "name"},
    "description": {"from": "about", "default": "''none''"}, "city": {"from": "city"},
    "legacy_key": {"from": "key"}, "latitude": {"from": "lat"},
    "longitude": {"from": "lng"}}}'::jsonb
$$;
SELECT reeve.catalog_apply('{"app": "findspot", "schema": "findspot", "title": "Places",
  "owner": "findspot_import_owner", "collections": {"place": {"table": "places", "key": ["id"],
  "label": "t.name", "show": ["id"]}}}') \g /dev/null

SELECT is_empty('SELECT * FROM reeve.import_check(pg_temp.reeve_mapping())', 'a sound mapping');
SELECT results_eq(
  $$SELECT path || ' ' || code FROM reeve.import_check(jsonb_set(jsonb_set(pg_temp.reeve_mapping(),
    '{columns,nope}', '{"from": "x"}'), '{columns,name_folded}', '{"from": "x"}')
    #- '{columns,city}') ORDER BY 1$$,
  ARRAY['/columns missing', '/columns/name_folded type', '/columns/nope missing'],
  'columns that are not there, computed, or forgotten');
SELECT throws_ok(
  $$SELECT reeve.import_begin(pg_temp.reeve_mapping() - 'key', 'f', 'm', 3)$$, 'RV005', NULL,
  'an import does not begin with a mapping that does not fit');
CREATE TEMP TABLE i AS
  SELECT * FROM reeve.import_begin(pg_temp.reeve_mapping(), 'f', 'm', 5);
SELECT is((
  SELECT bool_and(a.attstattarget = 0) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relname ~ '^import_\d+_seen$' AND a.attnum > 0 AND a.attname <> '#'), TRUE,
  'ANALYZE as Reeve''s owner runs no code of the types of the app''s keys');
SELECT throws_ok($$SELECT reeve.import_begin(pg_temp.reeve_mapping(), 'f', 'other', 5)$$, 'RV008',
  NULL,
  'nor goes on in another file');

-- A process is killed, another continues, and only then the server does what the first one sent.
SELECT is((SELECT (reeve.import_begin(pg_temp.reeve_mapping(), 'f', 'm', 5)).run), 2,
  'who continues an import is its second process');
SELECT throws_ok(format('SELECT %s FROM i', late.statement), 'RV008', NULL,
  'a late statement of the first is refused: ' || late.statement)
FROM (VALUES ('reeve.import_ahead(import_id, run)'), ('reeve.import_turn(import_id, run)'),
  ('reeve.import_write_staged(import_id, run)'), ('reeve.import_retake(import_id, run, ''{1}'')'),
  ('reeve.import_finish(import_id, run)')) late(statement);
UPDATE i SET run = 2;

-- A chunk that is staged ahead.
SELECT reeve.import_ahead(import_id, run) FROM i \g /dev/null
-- Columns in the order of their names: city, description, id, latitude, legacy_key, longitude,
-- name.
DO $$ BEGIN EXECUTE format($f$
  INSERT INTO reeve_stage.import_%s_next VALUES
    (1, 'Oulu', NULL, '1', '60.17', '6017', '24.9', 'Rock'),
    (2, 'Oulu', 'deep', '2', '6.017', '6017', '24.9', 'Lake'),
    (3, 'Oulu', 'far', '3', '91', '91', '24.9', 'Nowhere'),
    (4, 'Oulu', 'again', '2', '1', '1', '1', 'Lake again'),
    (5, 'Oulu', 'off', '4', '-60.17', '617', '1', 'Misfit')$f$, import_id) FROM i;
END $$;
SELECT reeve.import_turn(import_id, run) FROM i \g /dev/null
SELECT results_eq('SELECT w.record, w.code FROM i, reeve.import_write_staged(i.import_id, i.run) w
    ORDER BY 1',
  $$VALUES (3::bigint, '23514'), (4, 'key')$$, 'the wrong ones come back, each with its code');
SELECT throws_ok($$SELECT reeve.import_close(import_id, 5, 9, 9, '[]') FROM i$$, 'RV008', NULL,
  'a record that is neither written nor quarantined stops the import');
SELECT is((SELECT (c).inserted || '+' || (c).quarantined || '=' || (c).read
  FROM (SELECT reeve.import_close(import_id, 5, 9, 9, '[
    {"record": 3, "line": 3, "byte_offset": 3, "code": "23514", "reason": "r", "original": "ff",
      "is_cut": false},
    {"record": 4, "line": 4, "byte_offset": 4, "code": "key", "reason": "r", "original": "00",
      "is_cut": false}]') c FROM i) x), '3+2=5', 'written and quarantined make what was read');
SELECT results_eq('SELECT c.record, c.difference FROM i, reeve.import_compare(i.import_id) c
    WHERE c.record IN (1, 2, 5)', 'SELECT 1::bigint, ''''::text WHERE FALSE',
  'every row is as it was staged');
SELECT is((SELECT description FROM findspot.places WHERE id = 1), 'none', 'a default');
SELECT is((reeve.import_finish(import_id, run)).finished_at IS NOT NULL, TRUE, 'it ends') FROM i;
SELECT ok(NOT has_any_column_privilege('reeve_writer_findspot', 'findspot.places', 'INSERT'),
  'and the app writer may insert no more');
SELECT results_eq('SELECT * FROM findspot.legacy_collisions()',
  $$VALUES ('6017', 2::bigint, 0::bigint), ('617', 1, 1)$$,
  'keys that places share, and those that do not fit, are told');
SELECT throws_ok($$INSERT INTO findspot.photos VALUES (1, 5, 'p', 1)$$, '23514', NULL,
  'a place has four photos at most');
SELECT * FROM finish();
ROLLBACK;
