-- Chunks whose records are looked up in other tables are written beside each other.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
CREATE ROLE atlas_owner;
CREATE SCHEMA atlas AUTHORIZATION atlas_owner;
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO atlas_owner',
  current_database()); END $$;
SET LOCAL ROLE atlas_owner;
-- The key of each is the name of the other: who is looked up twice is somebody else.
CREATE TABLE atlas.people(id bigint PRIMARY KEY, legacy text NOT NULL UNIQUE);
INSERT INTO atlas.people VALUES (1, '2'), (2, '1');
CREATE TABLE atlas.visits(id bigint PRIMARY KEY, name text NOT NULL CHECK (name <> 'wrong'),
  person bigint NOT NULL REFERENCES atlas.people);
CREATE FUNCTION atlas.watch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER watch BEFORE INSERT ON atlas.visits FOR EACH ROW
  WHEN (current_user NOT IN ('atlas_owner', 'reeve_writer_atlas')) EXECUTE FUNCTION atlas.watch();
RESET ROLE;
SELECT plan(14);
SELECT reeve.catalog_apply('{"app": "atlas", "schema": "atlas", "title": "Visits",
  "owner": "atlas_owner", "collections": {"person": {"table": "people", "key": ["id"],
  "label": "t.legacy", "show": ["id"]}}}') \g /dev/null
CREATE TEMP TABLE i AS
  SELECT * FROM reeve.import_begin('{"app": "atlas", "source": "old", "format": "ndjson",
    "table": "visits", "key": ["id"], "columns": {"id": {"from": "id"}, "name": {"from": "name"},
    "person": {"from": "who", "ref": {"table": "people", "by": "legacy"}}}}', 'f', 'm', 8);

SELECT is((SELECT reeve.import_is_apart(import_id) FROM i), TRUE,
  'records that refer to rows of another table do not depend on each other');
CREATE FUNCTION pg_temp.reeve_apart(body text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  answer boolean;
BEGIN
  EXECUTE format('CREATE TRIGGER "a WHEN (x)" %s EXECUTE FUNCTION atlas.watch()', body);
  answer := (SELECT reeve.import_is_apart(i.import_id) FROM pg_temp.i);
  DROP TRIGGER "a WHEN (x)" ON atlas.visits;
  RETURN answer;
END
$$;
SELECT is(pg_temp.reeve_apart('BEFORE INSERT ON atlas.visits FOR EACH ROW ' || w.condition),
  w.answer, w.said)
FROM (VALUES
  ('', FALSE, 'a trigger that fires may look at other rows'),
  ('WHEN (current_user <> ''atlas_owner'')', FALSE, 'and so may one that passes over others'),
  ('WHEN (current_user = ''reeve_writer_atlas'')', FALSE, 'or fires for the app writer alone'),
  ('WHEN (current_user <> ''reeve_writer_atlas'' OR NEW.id > 1)', FALSE, 'or by the row'),
  ('WHEN (current_user <> ''reeve_writer_atlas'')', TRUE,
    'one that never fires for the app writer does not')) w(condition, answer, said);

-- Columns in the order of their names: id, name, person.
SELECT reeve.import_open(import_id, run, TRUE) FROM i \g /dev/null
DO $$ BEGIN EXECUTE format($f$ INSERT INTO reeve_stage.import_%s_next VALUES
  (1, '1', 'a', '1'), (2, '2', 'b', 'nobody'), (3, '3', 'c', '2')$f$, import_id) FROM i; END $$;
SELECT results_eq('SELECT w.record, w.code
    FROM i, reeve.import_write_beside(i.import_id, i.run, 1) w ORDER BY 1',
  $$VALUES (2::bigint, 'reference')$$, 'a record that refers to nobody comes back');
SELECT is((SELECT string_agg(v.name || v.person, ' ' ORDER BY v.id) FROM atlas.visits v), 'a2 c1',
  'the others refer to whom they name');
SELECT is((SELECT (c).inserted || '+' || (c).quarantined || '=' || (c).read
  FROM (SELECT reeve.import_close(import_id, 3, 9, 9, '[{"record": 2, "line": 2, "byte_offset": 3,
    "code": "reference", "reason": "r", "original": "ff", "is_cut": false}]', '{}') c FROM i) x),
  '2+1=3', 'each is counted');

-- One is refused: the chunk is written after the other, from what was staged.
SELECT reeve.import_open(import_id, run, TRUE) FROM i \g /dev/null
DO $$ BEGIN EXECUTE format($f$ INSERT INTO reeve_stage.import_%s_next VALUES
  (4, '4', 'wrong', '1'), (5, '5', 'e', '2'), (6, '6', 'f', 'nobody'), (7, '7', 'g', '1')$f$,
  import_id) FROM i; END $$;
SELECT results_eq('SELECT w.record, w.code
    FROM i, reeve.import_write_beside(i.import_id, i.run, 4) w ORDER BY 1',
  $$VALUES (4::bigint, '23514'), (6, 'reference')$$, 'each refused record comes back once');
SELECT is((SELECT string_agg(v.name || v.person, ' ' ORDER BY v.id) FROM atlas.visits v
  WHERE v.id > 3), 'e1 g2', 'nobody is looked up twice');
SELECT reeve.import_close(import_id, 7, 9, 9, '[
  {"record": 4, "line": 2, "byte_offset": 3, "code": "23514", "reason": "r", "original": "ff",
    "is_cut": false},
  {"record": 6, "line": 2, "byte_offset": 3, "code": "reference", "reason": "r", "original": "ff",
    "is_cut": false}]', '{}') FROM i \g /dev/null

-- Nothing is left of a chunk.
SELECT reeve.import_open(import_id, run, TRUE) FROM i \g /dev/null
DO $$ BEGIN EXECUTE format($f$ INSERT INTO reeve_stage.import_%s_next VALUES
  (8, '8', 'h', 'nobody')$f$, import_id) FROM i; END $$;
SELECT results_eq('SELECT w.record, w.code
    FROM i, reeve.import_write_beside(i.import_id, i.run, 8) w',
  $$VALUES (8::bigint, 'reference')$$, 'a chunk may be refused as a whole');
SELECT reeve.import_close(import_id, 8, 9, 9, '[{"record": 8, "line": 2, "byte_offset": 3,
  "code": "reference", "reason": "r", "original": "ff", "is_cut": false}]', '{}') FROM i
\g /dev/null

-- Where a record may refer to an earlier one, or makes the row that it refers to.
UPDATE reeve.import l SET mapping = jsonb_set(l.mapping, '{columns,person,ref,make}', '{}')
FROM i WHERE l.import_id = i.import_id;
SELECT is((SELECT reeve.import_is_apart(import_id) FROM i), FALSE,
  'who makes the rows that records refer to needs those of earlier ones');
UPDATE reeve.import l SET mapping = jsonb_set(l.mapping #- '{columns,person,ref,make}',
  '{columns,person,ref,table}', '"visits"')
FROM i WHERE l.import_id = i.import_id;
SELECT is((SELECT reeve.import_is_apart(import_id) FROM i), FALSE,
  'and so do records that refer to others of the same table');
SELECT * FROM finish();
ROLLBACK;
