-- Rows that an import has compared when it wrote them are not compared again while they stay so.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
CREATE ROLE atlas_owner;
CREATE SCHEMA atlas AUTHORIZATION atlas_owner;
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO atlas_owner',
  current_database()); END $$;
SET LOCAL ROLE atlas_owner;
CREATE TABLE atlas.places(id bigint PRIMARY KEY, name text NOT NULL CHECK (name <> 'wrong'),
  visits int NOT NULL DEFAULT 0);
CREATE TABLE atlas.notes(id bigint PRIMARY KEY, name text NOT NULL);
RESET ROLE;
SELECT plan(18);
SELECT reeve.catalog_apply('{"app": "atlas", "schema": "atlas", "title": "Places",
  "owner": "atlas_owner", "collections": {"place": {"table": "places", "key": ["id"],
  "label": "t.name", "show": ["id"]}}}') \g /dev/null

-- Imports records, each a key and a name, into a table; before it is compared, what is done.
CREATE FUNCTION pg_temp.reeve_bring(name text, file int, records jsonb, keeps boolean DEFAULT TRUE)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  i reeve.import;
  known bigint[] := '{}';
  refused jsonb;
BEGIN
  i := reeve.import_begin(jsonb_build_object('app', 'atlas', 'source', name, 'format', 'ndjson',
    'table', name, 'key', '["id"]'::jsonb, 'columns', '{"id": {"from": "id"},
    "name": {"from": "name"}}'::jsonb), file::text, file::text, jsonb_array_length(records),
    keeps_keys => TRUE);
  PERFORM reeve.import_open(i.import_id, i.run);
  IF i.known > 0 THEN
    known := reeve.import_known(i.import_id, (
      SELECT array_agg(md5(r.v::text)::uuid ORDER BY r.n)
      FROM jsonb_array_elements(records) WITH ORDINALITY r(v, n)));
  END IF;
  EXECUTE format('INSERT INTO reeve_stage.import_%s SELECT r.n, r.v ->> 0, r.v ->> 1, '
    'md5(r.v::text)::uuid FROM jsonb_array_elements($1) WITH ORDINALITY r(v, n) '
    'WHERE r.n <> ALL ($2)', i.import_id) USING records, known;
  SELECT coalesce(jsonb_agg(jsonb_build_object('record', w.record, 'line', 1, 'byte_offset', 1,
    'code', w.code, 'reason', w.reason, 'original', '', 'is_cut', FALSE)), '[]') INTO refused
  FROM reeve.import_write(i.import_id) w;
  PERFORM reeve.import_close(i.import_id, jsonb_array_length(records), 1, 1, refused);
  PERFORM reeve.import_finish(i.import_id, i.run, keeps);
  RETURN i.import_id;
END
$$;
CREATE FUNCTION pg_temp.reeve_stages() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM pg_class WHERE relnamespace = 'reeve_stage'::regnamespace
$$;
CREATE FUNCTION pg_temp.reeve_rights() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(r.line, ', ' ORDER BY r.line)
  FROM pg_class c
  CROSS JOIN LATERAL (
    SELECT c.relacl UNION ALL SELECT a.attacl FROM pg_attribute a WHERE a.attrelid = c.oid) l(acl)
  CROSS JOIN LATERAL (
    SELECT concat_ws(' ', c.relname, x.privilege_type, x.grantee::regrole)
    FROM aclexplode(l.acl) x WHERE x.grantee <> c.relowner) r(line)
  WHERE c.relnamespace = 'atlas'::regnamespace AND c.relkind = 'r'
$$;
SELECT pg_temp.reeve_rights() AS rights \gset

SELECT pg_temp.reeve_bring('places', 1, '[[1, "a"], [2, "b"], [3, "c"], [4, "d"]]') AS id \gset
SELECT isnt(pg_temp.reeve_stages(), 0::bigint, 'until it is asked for, the list of its rows stays');
SELECT is(reeve.import_prove(:id), 4::bigint, 'each row is as its record says');
SELECT is(pg_temp.reeve_stages(), 0::bigint, 'then the list is dropped');
SELECT is(reeve.import_prove(:id), 0::bigint, 'and proves nothing more');
SELECT is(pg_temp.reeve_rights(), :'rights', 'nobody has more rights than before');
SELECT ok(NOT has_schema_privilege('reeve_writer_atlas', 'reeve_stage', 'USAGE'),
  'nor does the app writer see the staging');

-- A later export.
SELECT pg_temp.reeve_bring('places', 2, '[[1, "a"], [2, "b2"], [3, "c"], [5, "e"]]') AS id \gset
SELECT is(reeve.import_prove(:id), 2::bigint, 'rows of recognized records are not among them');
SELECT pg_temp.reeve_bring('places', 3, '[[1, "a3"], [2, "b3"], [3, "c3"], [5, "e"]]') AS id \gset
UPDATE atlas.places SET visits = 7 WHERE id = 1;
UPDATE atlas.places SET name = 'edited' WHERE id = 2;
DELETE FROM atlas.places WHERE id = 3;
SELECT is(reeve.import_prove(:id), 1::bigint,
  'a row that was edited or deleted since is not, unless in columns that no record has');
-- A list that nobody asked for.
SELECT pg_temp.reeve_bring('places', 4, '[[1, "a4"]]') AS id \gset
SELECT pg_temp.reeve_bring('places', 5, '[[1, "a5"]]', FALSE) AS later \gset
SELECT is(reeve.import_prove(:id) + reeve.import_prove(:later), 0::bigint,
  'the next import of the source drops it, and one that says so keeps none');
SELECT is(pg_temp.reeve_stages(), 0::bigint, 'nothing is left of either');

-- What else a row may be.
TRUNCATE atlas.places;
CREATE FUNCTION atlas.other() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = 1 THEN NEW.name := NEW.name || '!'; END IF;
  IF NEW.id = 3 THEN NEW.id := 33; END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER other BEFORE INSERT ON atlas.places FOR EACH ROW EXECUTE FUNCTION atlas.other();
SELECT pg_temp.reeve_bring('places', 6, '[[1, "a"], [2, "b"], [3, "c"]]') AS id \gset
SELECT is(reeve.import_prove(:id), 1::bigint, 'a row that a trigger has changed is not proven');
DROP TRIGGER other ON atlas.places;
TRUNCATE atlas.places;
CREATE OR REPLACE FUNCTION atlas.other() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE atlas.places SET name = name || '!' WHERE id = 2;
  RETURN NULL;
END
$$;
CREATE TRIGGER other AFTER INSERT ON atlas.places FOR EACH ROW EXECUTE FUNCTION atlas.other();
SELECT pg_temp.reeve_bring('places', 7, '[[1, "a"], [2, "b"], [3, "c"]]') AS id \gset
SELECT is(reeve.import_prove(:id), 2::bigint, 'nor one that it wrote afterwards');
DROP TRIGGER other ON atlas.places;
TRUNCATE atlas.places;
SELECT pg_temp.reeve_bring('places', 8, '[[1, "a"], [2, "wrong"], [3, "c"], [1, "d"]]') AS id \gset
SELECT is(reeve.import_prove(:id), 2::bigint, 'a rejected record has no row');

-- A table that the app writer may not read otherwise.
SELECT pg_temp.reeve_bring('notes', 10, '[[1, "a"], [2, "b"]]') AS id \gset
SELECT is(reeve.import_prove(:id), 2::bigint, 'it reads a table for as long as it takes');
SELECT is(pg_temp.reeve_rights(), :'rights', 'and no longer');
SELECT is(pg_temp.reeve_stages(), 0::bigint, 'what it needed for that goes, too');
-- Somebody let it read a column.
GRANT SELECT (id) ON atlas.notes TO reeve_writer_atlas;
SELECT pg_temp.reeve_bring('notes', 11, '[[1, "a"], [2, "b2"]]') AS id \gset
SELECT is(reeve.import_prove(:id), 1::bigint, 'what it may read of a table is not enough');
SELECT is(has_column_privilege('reeve_writer_atlas', 'atlas.notes', 'id', 'SELECT')
  || ' ' || has_column_privilege('reeve_writer_atlas', 'atlas.notes', 'name', 'SELECT'),
  'true false', 'and it has that afterwards, and no more');
SELECT * FROM finish();
ROLLBACK;
