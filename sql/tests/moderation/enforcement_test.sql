-- Bans bite by guard and by policy: what a barred person's writes meet, and whom else they do not.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
DELETE FROM reeve.approval_rule;
SELECT plan(46);

CREATE ROLE shop_app LOGIN;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop"."Big ""note"""(
  id bigint NOT NULL, "The Buyer" int, stall text, nr int, line text, PRIMARY KEY (id, line)
) PARTITION BY LIST (line);
CREATE TABLE "Odd Shop"."note; a" PARTITION OF "Odd Shop"."Big ""note""" FOR VALUES IN ('a');
CREATE TABLE "Odd Shop"."note; b" PARTITION OF "Odd Shop"."Big ""note""" FOR VALUES IN ('b', 'c');
CREATE TABLE "Odd Shop".wish(
  id bigint PRIMARY KEY, stall text, nr int, line text);
GRANT SELECT, INSERT, UPDATE, DELETE ON "Odd Shop".deal, "Odd Shop"."Big ""note""",
  "Odd Shop"."note; a", "Odd Shop".wish TO shop_app;
INSERT INTO "Odd Shop"."Big ""note""" VALUES (1, 1, 'a-1', 1, 'a'), (2, 2, 'a-1', 2, 'a');
INSERT INTO "Odd Shop".wish VALUES (1, 'c', 1, 'x'), (2, 'c', 2, 'x');
RESET ROLE;

-- Nothing in the app knows of bans: no column, no check.
CREATE FUNCTION pg_temp.biting(person jsonb, item jsonb DEFAULT '{}') RETURNS jsonb
LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(m.body, '{collections,person}', m.body #> '{collections,person}'
    || person), '{collections,item}', m.body #> '{collections,item}' || item)
  FROM (SELECT pg_temp.manifest() #- '{collections,person,visible}'
    #- '{collections,person,show,3}' AS body) m
$$;
CREATE FUNCTION pg_temp.tried(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  touched int;
  place text;
BEGIN
  EXECUTE statement;
  GET DIAGNOSTICS touched = ROW_COUNT;
  RETURN touched;
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS place = CONSTRAINT_NAME;
  RETURN concat_ws(' ', SQLSTATE, nullif(place, ''));
END
$$;
SELECT reeve.catalog_apply(pg_temp.biting(
  '{"enforcement": "guard", "guards": [
    {"table": "deal", "actor": ["buyer_id"], "writes": ["insert", "delete"]},
    {"table": "Big \"note\"", "actor": ["The Buyer"]}]}',
  '{"enforcement": "policy", "guards": [
    {"table": "wish", "actor": ["stall", "nr"], "writes": ["insert", "update", "delete"]}]}')
  ) \g /dev/null
ALTER TABLE "Odd Shop"."Person" DROP COLUMN blocked_until;

CREATE FUNCTION pg_temp.insert_note(buyer int, line text DEFAULT 'a') RETURNS text
LANGUAGE sql AS $$
  SELECT pg_temp.tried(format(
    'INSERT INTO "Odd Shop"."Big ""note""" VALUES (%s, %s, NULL, NULL, %L)',
    (random() * 1e9)::int, coalesce(buyer::text, 'NULL'), line))
$$;

-- Before any ban everybody writes.
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.insert_note(1), '1', 'nobody is barred yet: by guard');
SELECT is(pg_temp.tried('UPDATE "Odd Shop".wish SET line = ''y'''), '2', 'nor by policy');
SELECT is(pg_temp.tried('SELECT 1 FROM "Odd Shop".wish'), '2', 'and row security hides no row');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(reeve.action_plan('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "7d"}')
  -> 'warning', NULL, 'a ban that enforcement has no warning');
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "7d"}', NULL)), 'done',
  'a ban without a column of the app''s is done');
SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["c", 1]',
  '{"policy": "spam"}', NULL)), 'done', 'so is one of a composite key');
SELECT is((SELECT is_hidden FROM reeve.subject_status('shop', 'person', '1')), TRUE,
  'the status tells it');
SELECT is((SELECT state <> '' FROM reeve.subject_find('shop', 'person', 'olga', FALSE, 5)), TRUE,
  'so does find');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT state FROM "Odd Shop".deal WHERE id = 4), 'void',
  'the cascade changes what a barred person wrote: the app writer passes');

-- By guard.
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.insert_note(1), '42501 reeve_guard', 'a barred person''s insert is refused');
SELECT is(pg_temp.insert_note(2), '1', 'another''s is not');
SELECT is(pg_temp.insert_note(NULL), '1', 'nor one by nobody');
SELECT is(pg_temp.tried('UPDATE "Odd Shop"."Big ""note""" SET nr = 9 WHERE "The Buyer" = 1'),
  '42501 reeve_guard', 'a barred person''s row is not changed');
SELECT is(pg_temp.tried('UPDATE "Odd Shop"."Big ""note""" SET "The Buyer" = 2 WHERE id = 1'),
  '42501 reeve_guard', 'nor handed to an accomplice');
SELECT is(pg_temp.tried('UPDATE "Odd Shop"."Big ""note""" SET "The Buyer" = 1 WHERE id = 2'),
  '42501 reeve_guard', 'nor an accomplice''s row to a barred person');
SELECT is(pg_temp.tried('UPDATE "Odd Shop"."Big ""note""" SET line = ''b'' WHERE id = 1'),
  '42501 reeve_guard', 'nor moved to another partition');
SELECT is(pg_temp.tried('INSERT INTO "Odd Shop"."note; a" VALUES (77, 1, NULL, NULL, ''a'')'),
  '42501 reeve_guard', 'nor written to a partition by its own name');
SELECT is(pg_temp.tried('DELETE FROM "Odd Shop"."Big ""note""" WHERE id = 1'), '1',
  'what is not declared is not refused: deleting');
SELECT is(pg_temp.tried('UPDATE "Odd Shop".deal SET place = NULL WHERE id = 4'), '1',
  'nor changing, where others change the row too');
SELECT is(pg_temp.tried('DELETE FROM "Odd Shop".deal WHERE id = 4'), '42501 reeve_guard',
  'deleting is refused where it is declared');
SELECT is(pg_temp.tried($$INSERT INTO "Odd Shop"."Big ""note""" VALUES (2, 1, NULL, NULL, 'a')
  ON CONFLICT (id, line) DO UPDATE SET "The Buyer" = excluded."The Buyer"$$),
  '42501 reeve_guard', 'an upsert is refused');
SELECT is(pg_temp.tried($$MERGE INTO "Odd Shop"."Big ""note""" n USING (SELECT 2 AS id) s
  ON n.id = s.id WHEN MATCHED THEN UPDATE SET "The Buyer" = 1$$),
  '42501 reeve_guard', 'so is a merge');
SET LOCAL ROLE shop_app;
CREATE TEMP TABLE subject(collection_id int, key text, hidden_until timestamptz);
CREATE FUNCTION pg_temp.clock_timestamp() RETURNS timestamptz LANGUAGE sql
  AS $$SELECT 'infinity'::timestamptz$$;
SET search_path = pg_temp, pg_catalog, public;
SELECT public.is(pg_temp.insert_note(1), '42501 reeve_guard',
  'temporary objects shadow nothing that the guard reads');
RESET search_path;
SET LOCAL "TimeZone" = 'Asia/Tokyo';
SET LOCAL "DateStyle" = 'SQL, DMY';
SELECT is(pg_temp.insert_note(1), '42501 reeve_guard', 'nor do a session''s settings');
RESET SESSION AUTHORIZATION;
SET LOCAL ROLE shop_owner;
SELECT is(pg_temp.insert_note(1), '42501 reeve_guard', 'a guard binds the table''s owner too');
-- A trigger of the app's that puts the actor in last.
CREATE FUNCTION "Odd Shop".zz() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."The Buyer" := 1;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION "Odd Shop".zz() TO PUBLIC;
CREATE TRIGGER zz BEFORE INSERT ON "Odd Shop"."Big ""note"""
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".zz();
SELECT is(pg_temp.insert_note(2), '42501 reeve_guard',
  'the guard sees the row as the app''s own triggers leave it');
DROP TRIGGER zz ON "Odd Shop"."Big ""note""";
RESET ROLE;

-- By policy.
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.tried('INSERT INTO "Odd Shop".wish VALUES (3, ''c'', 1)'), '42501',
  'a barred item''s insert is refused by policy');
SELECT is(pg_temp.tried('INSERT INTO "Odd Shop".wish VALUES (3, ''c'', 3)'), '1',
  'another''s is not');
SELECT is(pg_temp.tried('INSERT INTO "Odd Shop".wish VALUES (4, ''c'', NULL)'), '1',
  'nor one whose actor is half unknown');
SELECT is(pg_temp.tried('UPDATE "Odd Shop".wish SET line = ''z'''), '3',
  'an update passes over the barred rows');
SELECT is(pg_temp.tried('UPDATE "Odd Shop".wish SET nr = 2 WHERE id = 1'), '0',
  'they are not handed on');
SELECT is(pg_temp.tried('UPDATE "Odd Shop".wish SET nr = 1 WHERE id = 2'), '42501',
  'nothing becomes theirs');
SELECT is(pg_temp.tried('DELETE FROM "Odd Shop".wish WHERE id = 1'), '0', 'they are not deleted');
SELECT is(pg_temp.tried('SELECT FROM "Odd Shop".wish WHERE id = 1'), '1', 'and still read');
RESET SESSION AUTHORIZATION;
SET LOCAL ROLE shop_owner;
SELECT is(pg_temp.tried('UPDATE "Odd Shop".wish SET line = ''o'' WHERE id = 1'), '1',
  'row security does not bind the table''s owner, as apply says');
RESET ROLE;

-- The end is true on read, before any job.
UPDATE reeve.subject SET hidden_until = clock_timestamp() - interval '1 us';
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.insert_note(1), '1', 'a ban whose time has passed enforcement no more: guard');
SELECT is(pg_temp.tried('UPDATE "Odd Shop".wish SET line = ''w'' WHERE id = 1'), '1', 'policy');
RESET SESSION AUTHORIZATION;
UPDATE reeve.subject SET hidden_until = clock_timestamp() + interval '1 h';
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.insert_note(1), '42501 reeve_guard', 'and does until then');

-- Undo, by causes.
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "fraud", "forever": true}', NULL)), 'done', 'a second ban is another cause');
SELECT is((SELECT outcome FROM reeve.undo_perform(1, 'wrong', NULL)), 'done', 'one is taken back');
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.insert_note(1), '42501 reeve_guard', 'the other enforcement on');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT outcome FROM reeve.undo_perform(3, NULL, NULL)), 'done', 'it is taken back too');
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.insert_note(1), '1', 'the person writes again');
RESET SESSION AUTHORIZATION;

-- Nothing enforcement.
SELECT reeve.catalog_apply(pg_temp.biting('{"enforcement": "none"}')) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT p ->> 'enforced' FROM reeve.action_plan('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "7d"}') p), 'false', 'a plan says that nothing would enforce it');
SELECT is((SELECT (outcome, code)::text FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "7d"}', NULL)), '(refused,unenforced)', 'such a ban is refused');
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "7d", "record_only": true}', NULL)), 'done',
  'unless it is to be recorded only');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
