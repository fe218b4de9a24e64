-- An app renames or drops columns that our triggers on its tables read: its own writes go on, what
-- they change is followed, and bans stay in force where the column only has another name.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(26);
DELETE FROM reeve.approval_rule;
SET client_min_messages = error;
CREATE ROLE shop_app LOGIN;
SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop".note(id bigint PRIMARY KEY, buyer bigint, title text);
CREATE TABLE "Odd Shop".sheet(id bigint PRIMARY KEY, title text) PARTITION BY RANGE (id);
CREATE TABLE "Odd Shop".sheet_1 PARTITION OF "Odd Shop".sheet FOR VALUES FROM (0) TO (1000);
CREATE TABLE "Odd Shop".page(code text, nr int, title text, stall text, PRIMARY KEY (code, nr));
CREATE TABLE "Odd Shop".vote(id bigint PRIMARY KEY, note_id bigint,
  voted_at timestamptz DEFAULT now());
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "Odd Shop" TO shop_app;
RESET ROLE;

CREATE FUNCTION pg_temp.more() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), '{collections}', pg_temp.manifest() -> 'collections'
    || '{
    "note": {"table": "note", "key": ["id"], "label": "t.title", "show": ["id", "title"],
      "search": {"a": ["title"]},
      "rank": {"of": "vote", "via": "note", "points": "1",
        "at": "t.voted_at", "half_life": "10d"}},
    "vote": {"table": "vote", "key": ["id"], "label": "t.id::text", "show": ["id"],
      "parents": {"note": {"collection": "note", "columns": ["note_id"]}}},
    "sheet": {"table": "sheet", "key": ["id"], "label": "t.title", "show": ["id", "title"],
      "search": {"a": ["title"]}},
    "page": {"table": "page", "key": ["code", "nr"], "label": "t.title", "show": ["nr", "title"],
      "parents": {"stall": {"collection": "stall", "columns": ["stall"]}},
      "search": {"a": ["title"], "d": ["stall.title"]}}}'::jsonb
    || jsonb_build_object('person', pg_temp.manifest() #> '{collections,person}'
      || '{"enforcement": "guard", "guards": [{"table": "note", "actor": ["buyer"],
        "writes": ["insert", "update", "delete"]}]}'))
$$;
CREATE INDEX ON "Odd Shop".page(stall);
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.more()) \gset

-- As the app's login. What it is told, '' if nothing.
CREATE FUNCTION pg_temp.write(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL ROLE shop_app;
  EXECUTE statement;
  RESET ROLE;
  RETURN '';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLERRM;
END
$$;
-- What was logged since it was asked last: which log, and every key once.
CREATE FUNCTION pg_temp.logged() RETURNS text[] LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM reeve.change RETURNING *),
  log AS (
    SELECT c.collection_id, c.name FROM reeve.collection c WHERE c.app = 'shop'
    UNION ALL
    SELECT -r.rank_id, 'rank' FROM reeve.rank_rule r
    JOIN reeve.collection c USING (collection_id) WHERE c.app = 'shop'
    UNION ALL
    SELECT -j.join_id, 'join' FROM reeve.search_join j
    JOIN reeve.collection c USING (collection_id) WHERE c.app = 'shop')
  SELECT array_agg(DISTINCT l.name || ' ' || coalesce(k.key, 'all'))
  FROM gone g JOIN log l USING (collection_id)
  CROSS JOIN LATERAL unnest(coalesce(g.keys, ARRAY[g.key])) k(key)
$$;

SELECT is(pg_temp.write($$INSERT INTO "Odd Shop".note VALUES (1, 1, 'One'), (2, 2, 'Two')$$), '',
  'the app writes');
SELECT is(pg_temp.write($$INSERT INTO "Odd Shop".sheet VALUES (1, 'One');
  INSERT INTO "Odd Shop".page VALUES ('a', 1, 'One', 'c'); INSERT INTO "Odd Shop".vote VALUES (1, 1)
  $$), '', 'all of its tables');
SELECT is(pg_temp.logged(), '{"note 1","note 2","page [\"a\", 1]","rank 1","sheet 1"}',
  'and what it writes is logged');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)), 'done', 'somebody is banned');
RESET SESSION AUTHORIZATION;
SELECT matches(pg_temp.write($$INSERT INTO "Odd Shop".note VALUES (3, 1, 'Three')$$), 'barred',
  'and may not write');

-- Another type, in a session that has written before.
SELECT pg_temp.alter_shop(s) FROM unnest(ARRAY[
  'ALTER TABLE "Odd Shop".note ALTER id TYPE numeric, ALTER buyer TYPE int',
  'ALTER TABLE "Odd Shop".note ALTER title TYPE varchar(50)',
  'ALTER TABLE "Odd Shop".page ALTER nr TYPE bigint, ALTER stall TYPE varchar(9)',
  'ALTER TABLE "Odd Shop".vote ALTER note_id TYPE int']) s \g /dev/null
DELETE FROM reeve.change;
SELECT is(pg_temp.write($$INSERT INTO "Odd Shop".note VALUES (3, 2, 'Three'), (8, 3, 'Eight');
  UPDATE "Odd Shop".note SET title = 'Drei' WHERE id = 3; DELETE FROM "Odd Shop".note WHERE id = 8;
  INSERT INTO "Odd Shop".page VALUES ('a', 3, 'Three', 'c');
  UPDATE "Odd Shop".page SET title = 'Drei' WHERE nr = 3;
  INSERT INTO "Odd Shop".vote VALUES (4, 3)$$), '',
  'the app writes after it has given keys another type');
SELECT is(pg_temp.logged(), '{"note 3","note 8","page [\"a\", 3]","rank 3"}', 'and it is logged');
SELECT matches(pg_temp.write($$INSERT INTO "Odd Shop".note VALUES (9, 1, 'Nine')$$), 'barred',
  'who is banned may still not write');
SELECT matches(pg_temp.write($$UPDATE "Odd Shop".note SET buyer = 2 WHERE id = 1$$),
  'barred', 'nor give away what they wrote');
SELECT matches(pg_temp.write($$DELETE FROM "Odd Shop".note WHERE id = 1$$), 'barred',
  'nor delete it');

-- Renamed: every column that a trigger reads by its name.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".note RENAME buyer TO "Der Käufer"') \g /dev/null
SELECT is(ARRAY(
  SELECT f.path FROM reeve.app a CROSS JOIN LATERAL reeve.catalog_check(a.manifest) f
  WHERE a.app = 'shop'), '{/collections/person/guards/0/actor/0}',
  'the check names what a guard reads and is gone');
SELECT pg_temp.alter_shop(s) FROM unnest(ARRAY[
  'ALTER TABLE "Odd Shop".note RENAME id TO "The ID"',
  'ALTER TABLE "Odd Shop".sheet RENAME id TO sheet_id',
  'ALTER TABLE "Odd Shop".page RENAME nr TO "N%s"',
  'ALTER TABLE "Odd Shop".stall RENAME code TO slug',
  'ALTER TABLE "Odd Shop".vote RENAME note_id TO of_note']) s \g /dev/null
DELETE FROM reeve.change;
SELECT is(pg_temp.write($$INSERT INTO "Odd Shop".note VALUES (4, 2, 'Four'), (5, 3, 'Five')$$), '',
  'the app writes after it has renamed a key');
SELECT is(pg_temp.logged(), '{"note 4","note 5"}', 'and it is logged, by statement');
SELECT is(pg_temp.write($$UPDATE "Odd Shop".note SET "The ID" = 6, title = 'Six' WHERE "The ID" = 5;
  UPDATE "Odd Shop".note SET title = 'Vier' WHERE "The ID" = 4;
  DELETE FROM "Odd Shop".note WHERE "The ID" = 2$$), '', 'it changes and deletes');
SELECT is(pg_temp.logged(), '{"note 2","note 4","note 5","note 6"}', 'and both keys are logged');
SELECT is(pg_temp.write($$INSERT INTO "Odd Shop".sheet VALUES (2, 'Two'); UPDATE "Odd Shop".sheet
  SET title = 'x' WHERE sheet_id = 1; DELETE FROM "Odd Shop".sheet WHERE sheet_id = 1$$), '',
  'through a partitioned table');
SELECT is(pg_temp.logged(), '{"sheet 1","sheet 2"}', 'logged by row');
SELECT is(pg_temp.write($$INSERT INTO "Odd Shop".page VALUES ('b', 7, 'Seven', 'c');
  UPDATE "Odd Shop".stall SET title = 'Newer' WHERE slug = 'c'$$), '',
  'with a key of two columns, and a parent');
SELECT is(pg_temp.logged(), '{"join c","page [\"b\", 7]"}', 'both logged');
SELECT is(pg_temp.write($$INSERT INTO "Odd Shop".vote VALUES (2, 4), (3, NULL);
  UPDATE "Odd Shop".vote SET of_note = 6 WHERE id = 2$$), '', 'points, too');
SELECT is(pg_temp.logged(), '{"rank 4","rank 6"}', 'are logged for both');
SELECT matches(pg_temp.write($$INSERT INTO "Odd Shop".note VALUES (7, 1, 'Seven')$$), 'barred',
  'who is banned may still not write');
SELECT matches(pg_temp.write($$UPDATE "Odd Shop".note SET "Der Käufer" = 2 WHERE "The ID" = 1$$),
  'barred', 'nor give away what they wrote');
SELECT matches(pg_temp.write($$DELETE FROM "Odd Shop".note WHERE "The ID" = 1$$), 'barred',
  'nor delete it');

-- Dropped: there is no key, and nobody is named who writes.
SELECT pg_temp.alter_shop(s) FROM unnest(ARRAY[
  'ALTER TABLE "Odd Shop".note DROP "The ID" CASCADE, DROP "Der Käufer" CASCADE',
  'ALTER TABLE "Odd Shop".page DROP "N%s" CASCADE',
  'ALTER TABLE "Odd Shop".vote DROP of_note CASCADE']) s \g /dev/null
SELECT is(pg_temp.write($$INSERT INTO "Odd Shop".note VALUES ('Eight');
  UPDATE "Odd Shop".note SET title = 'x'; DELETE FROM "Odd Shop".note;
  INSERT INTO "Odd Shop".page VALUES ('x', 'Ten', 'c'); INSERT INTO "Odd Shop".vote VALUES (9)$$),
  '', 'the app writes after it has dropped them');
SELECT is(pg_temp.logged(), NULL, 'nothing is logged that has no key');
SELECT * FROM finish();
ROLLBACK;
