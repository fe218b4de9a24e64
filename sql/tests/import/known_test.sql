-- Records of a later export that are as they were before are recognized, and nothing else is.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
CREATE ROLE atlas_owner;
CREATE SCHEMA atlas AUTHORIZATION atlas_owner;
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO atlas_owner',
  current_database()); END $$;
SET LOCAL ROLE atlas_owner;
CREATE TABLE atlas.places(id bigint PRIMARY KEY, name text NOT NULL CHECK (name <> 'wrong'));
RESET ROLE;
SELECT plan(19);
SELECT reeve.catalog_apply('{"app": "atlas", "schema": "atlas", "title": "Places",
  "owner": "atlas_owner", "collections": {"place": {"table": "places", "key": ["id"],
  "label": "t.name", "show": ["id"]}}}') \g /dev/null

-- Each record is a key, a name and the number that its digest ends with; an import has two chunks,
-- and says how many records it knew, and how many were new, changed, the same and rejected.
CREATE FUNCTION pg_temp.reeve_gone() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM reeve.import_key k WHERE k.gone_in IS NOT NULL
$$;

\set file 1
\set first '[[1, "a", 1], [2, "b", 2], [3, "c", 3]]'
\set second '[[4, "d", 4], [5, "e", 5], [1, "x", 9]]'
\ir known_run.sql
SELECT is(:'said'::text, '0 5 0 0 1 6:key', 'at first nothing is known');
SELECT is((SELECT count(*) FROM reeve.import_key k WHERE k.content IS NOT NULL), 5::bigint,
  'of each record that was written a digest is kept');
\set file 2
\set first '[[1, "a", 1], [2, "b", 2], [3, "c2", 13]]'
\set second '[[4, "d", 4], [5, "e", 5]]'
\ir known_run.sql
SELECT is(:'said'::text, '5 0 1 4 0', 'only what differs is written');
SELECT is((SELECT string_agg(p.name, '' ORDER BY p.id) FROM atlas.places p), 'abc2de',
  'the rows are as the last export says');
\set file 3
\set first '[[1, "a", 1], [2, "b", 2], [3, "c", 3]]'
\set second '[[4, "d", 4], [5, "e", 5]]'
\ir known_run.sql
SELECT is(:'said'::text, '5 0 1 4 0', 'a record that is as it was two exports ago has changed');

-- What was edited or deleted here since is compared.
UPDATE atlas.places SET name = 'edited' WHERE id = 2;
DELETE FROM atlas.places WHERE id = 4;
\set file 4
\set first '[[1, "a", 1], [2, "b", 2], [3, "c", 3]]'
\set second '[[4, "d", 4], [5, "e", 5]]'
\ir known_run.sql
SELECT is(:'said'::text, '3 1 0 3 1 2:existing',
  'no row that something else wrote is taken for known');

-- Two records with one key.
TRUNCATE atlas.places;
\set file 5
\set first '[[1, "a", 1], [2, "b", 2], [3, "c", 3]]'
\set second '[]'
\ir known_run.sql
\set file 6
\set first '[[1, "a", 1], [1, "other", 21], [2, "b", 2]]'
\set second '[[3, "c", 3], [3, "c", 3]]'
\ir known_run.sql
SELECT is(:'said'::text, '3 0 0 3 2 2:key,5:key',
  'a record does not overwrite one with its key that was recognized before');
\set file 7
\set first '[[1, "first", 31], [2, "b", 2]]'
\set second '[[1, "a", 1], [3, "c", 3]]'
\ir known_run.sql
SELECT is(:'said'::text, '3 0 1 2 1 3:key',
  'nor is one recognized whose key another record has written');
SELECT is((SELECT p.name FROM atlas.places p WHERE p.id = 1), 'first', 'the first one stays');

-- What is gone, and comes again.
\set file 8
\set first '[[1, "first", 31], [3, "c", 3]]'
\set second '[]'
\ir known_run.sql
SELECT is(:'said' || ', ' || pg_temp.reeve_gone(), '3 0 0 2 0, 3',
  'a key that no record has any more is gone, as two others are');
\set file 9
\set first '[[1, "first", 31], [2, "b", 2], [3, "c", 3]]'
\set second '[]'
\ir known_run.sql
SELECT is(:'said' || ', ' || pg_temp.reeve_gone(),
  '2 0 0 3 0, 2', 'and is not when it comes again');
\set file 10
\set first '[[1, "first", 31], [2, "wrong", 41], [3, "c", 3]]'
\set second '[]'
\ir known_run.sql
SELECT is(:'said'::text, '3 0 0 2 1 2:23514',
  'a record that is refused leaves the others recognized');

-- A crash of the server in the middle of an import leaves the list of what is known empty.
\set file 12
\set first '[[1, "first", 31], [2, "b", 2]]'
\set second '[[3, "c", 3]]'
\ir known_begin.sql
\set read 0
\set chunk :first
\ir known_chunk.sql
SELECT reeve.role_execute('reeve_owner', ARRAY[format('TRUNCATE reeve_stage.import_%s_known',
  :import_id)]) \g /dev/null
\ir known_run.sql
SELECT is((SELECT i.told || to_jsonb(i.run) FROM reeve.import i WHERE i.import_id = :import_id),
  '["the server crashed since the import was interrupted: it is read from its first record", 1]',
  'it is read again from its first record');
SELECT is(:'said' || ', ' || pg_temp.reeve_gone(), '2 0 0 3 0, 2', 'and calls nothing gone');

-- The app's owner forges, by a trigger, what the staging tables say.
SELECT reeve.role_execute('reeve_owner', ARRAY[
  'CREATE TABLE reeve_stage.import_0_keys(digest uuid, content uuid, is_known boolean)'])
\g /dev/null
SET LOCAL ROLE atlas_owner;
CREATE TABLE atlas.tried(done text);
GRANT INSERT ON atlas.tried TO PUBLIC;
CREATE FUNCTION atlas.forge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  r record;
BEGIN
  FOR r IN
    SELECT c.oid::regclass AS stage, regexp_replace(c.relname, '[1-9][0-9]*', 'N') AS name, s.*
    FROM pg_class c CROSS JOIN (VALUES
      ('INSERT INTO %s(digest, content) SELECT gen_random_uuid(), gen_random_uuid()', 'forged in'),
      ('INSERT INTO %s(digest, is_known) SELECT gen_random_uuid(), TRUE', 'called known in'),
      ('UPDATE %s SET content = NULL', 'changed in'), ('DELETE FROM %s', 'deleted from')
    ) s(statement, word)
    WHERE c.relnamespace = 'reeve_stage'::regnamespace AND c.relkind = 'r'
  LOOP
    BEGIN
      EXECUTE format(r.statement, r.stage);
      INSERT INTO atlas.tried VALUES (r.word || ' ' || r.name);
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER forge AFTER UPDATE ON atlas.places FOR EACH ROW EXECUTE FUNCTION atlas.forge();
RESET ROLE;
\set file 11
\set first '[[1, "first", 31], [2, "b", 2], [3, "c3", 33]]'
\set second '[]'
\ir known_run.sql
SELECT results_eq('SELECT DISTINCT done FROM atlas.tried', ARRAY['forged in import_N_keys'],
  'a trigger of the app adds digests to its own import''s, and nothing else anywhere');
SELECT is(:'said' || ', ' || pg_temp.reeve_gone(), '3 0 1 2 0, 2',
  'which takes no record for known, and none for gone');
DROP TABLE reeve_stage.import_0_keys;
SELECT is_empty($$SELECT relname FROM pg_class WHERE relnamespace = 'reeve_stage'::regnamespace
  AND relname ~ 'import'$$, 'no list outlives its import');

-- Many keys.
DROP TRIGGER forge ON atlas.places;
DELETE FROM atlas.places;
SELECT jsonb_agg(jsonb_build_array(n, 'n' || n, 1000 + n)) AS first,
  jsonb_agg(jsonb_build_array(n, 'm' || n, 1000 + 2000 * (n % 2) + n)) AS other
FROM generate_series(1, 400) n \gset
\set file 20
\set second '[]'
\ir known_run.sql
\set file 21
\set first :other
\ir known_begin.sql
\set read 0
\set chunk :first
\ir known_chunk.sql
SELECT reeve.import_keep(i) FROM reeve.import i WHERE i.import_id = :import_id \g /dev/null
SELECT cmp_ok((SELECT sum(t.seq_scan) FROM pg_stat_xact_all_tables t
    WHERE t.relname = format('import_%s_keys', :import_id)), '<=', 10::numeric,
  'the keys that are gone are found without reading all others again for each');
SELECT is((SELECT count(*) FROM reeve.import_key k WHERE k.content IS NOT NULL
    AND k.gone_in IS NULL), 400::bigint, '… and nothing of it is taken for gone');

SELECT * FROM finish();
ROLLBACK;
