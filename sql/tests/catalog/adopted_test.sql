-- What a catalog of a database that nobody has prepared leans on: any name, any type of key, names
-- without a folded column, partitions and inheritance.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(20);
CREATE ROLE "Bazaar % Owner" NOLOGIN;
\ir ../fixtures/bazaar.sql
CREATE ROLE bazaar_ann LOGIN;
GRANT reeve_moderator TO bazaar_ann;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('bazaar_ann', 'moderator', 'test');

CREATE FUNCTION pg_temp.manifest() RETURNS jsonb LANGUAGE sql AS $$
SELECT jsonb_build_object('app', 'bazaar', 'schema', 'Odd "Bazaar" 100%',
  'owner', 'Bazaar % Owner', 'title', 'Bazaar', 'collections', jsonb_object_agg(c.name,
    jsonb_build_object('table', c.name, 'key', c.key, 'label', c.label, 'show', c.key)
      || c.more))
FROM (VALUES
  ('User s', '["uid"]'::jsonb, 't."User Name"', '{"find_plain": "User Name", "enforcement": "guard",
    "guards": [{"table": "guarded", "actor": ["who %1$s"]}]}'::jsonb),
  ('Post.s', '["id"]', 't.title', '{"search": {"a": ["title"], "c": ["$body$", "100%I $1"]}}'),
  ('order items', '["order_no", "Item Nr"]', 't.title', '{"find_plain": "title"}'),
  ('measured', '["sensor", "at"]', 't.name', '{"search": {"a": ["name"]}}'),
  ('place', '["id"]', 't.name', '{"search": {"a": ["name"]}}'),
  ('moment', '["at"]', 't.name', '{"search": {"a": ["name"]}}'),
  ('price', '["amount"]', 't.title', '{}'), ('blob', '["digest"]', 't.title', '{}'),
  ('holiday', '["day"]', 't.name', '{}'), ('coupon', '["code"]', 't.code::text', '{}'),
  ('tag', '["slug"]', 't.slug', '{}')) c(name, key, label, more)
$$;

CREATE FUNCTION pg_temp.key(name text, key text) RETURNS text LANGUAGE sql AS $$
  SELECT reeve.subject_key(c, key) FROM reeve.collection c
  WHERE c.app = 'bazaar' AND c.name = key.name
$$;

CREATE FUNCTION pg_temp.found(name text, query text) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(f.label) FROM reeve.collection c
  CROSS JOIN LATERAL reeve.app_find(c.collection_id, query, NULL, 50) f
  WHERE c.app = 'bazaar' AND c.name = found.name
$$;

SET LOCAL ROLE "Bazaar % Owner";
CREATE TABLE "Odd ""Bazaar"" 100%".guarded(id int PRIMARY KEY, "who %1$s" uuid);
RESET ROLE;
SELECT is_empty($$SELECT * FROM reeve.catalog_check(pg_temp.manifest()
    || '{"actions": [{"verb": "ban", "collection": "User s", "effects": [
      {"name": "account", "collection": "User s", "hide": true}]}]}')$$,
  'names with quotes, blanks, percent signs and line breaks pass');
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()
  || '{"actions": [{"verb": "ban", "collection": "User s", "effects": [
    {"name": "account", "collection": "User s", "hide": true}]}]}') \gset

SELECT is(pg_temp.key('price', '10'), '10.000', 'a number is keyed as its row writes it');
SELECT is(pg_temp.key('order items', '["b,\"2",2]'), '["b,\"2", 2]', 'a list too');
SELECT is(pg_temp.key('measured', '[1, "2026-06-01 14:00+02"]'),
  '[1, "2026-06-01T12:00:00+00:00"]', 'a moment in a list, whatever its zone');
SELECT is(pg_temp.key('moment', '2026-03-04 06:06:07.5+01'), '2026-03-04 05:06:07.5+00',
  'a moment alone');
SELECT is(pg_temp.key('blob', '\x00FF'), '\x00ff', 'bytes');
SELECT is(pg_temp.key('holiday', '20261225'), '2026-12-25', 'a day');
SELECT is(pg_temp.key('price', '11'), '11', 'where there is no row, the key stays as typed');
SELECT throws_ok($$SELECT pg_temp.key('coupon', 'zz')$$, 'RV004', NULL,
  'what a domain refuses is no key');
SELECT throws_ok($$SELECT pg_temp.key('holiday', 'someday')$$, 'RV004', NULL,
  'nor is what a type refuses');

SELECT is(pg_temp.found('User s', 'ánn'), '{"Ánna \"Q\" Öz"}',
  'a name is found through its own index, accents aside');
SELECT is(cardinality(pg_temp.found('User s', 'CARL')), 7, 'and case aside');
SELECT is(cardinality(pg_temp.found('order items', 'thing 2')), 3, 'and without an index');
SELECT is(pg_temp.found('tag', 'O''c'), '{"o''clock \"x\""}', 'a textual key by its beginning');
SELECT is(pg_temp.found('price', '12.5'), '{"Twelve and a half"}', 'another key as a whole');

DELETE FROM reeve.change;
SET LOCAL TimeZone = 'Asia/Tokyo';
SET LOCAL DateStyle = 'German';
UPDATE "Odd ""Bazaar"" 100%".capital SET name = 'Rome';
UPDATE "Odd ""Bazaar"" 100%".measured SET name = 'x' WHERE name = 'Reading 0';
UPDATE "Odd ""Bazaar"" 100%".moment SET name = 'x';
TRUNCATE "Odd ""Bazaar"" 100%".measured_2_rest;
SELECT is((SELECT array_agg(coalesce(key, 'all') ORDER BY change_id) FROM reeve.change),
  ARRAY['3', '[1, "2026-06-01T12:00:00+00:00"]', '2026-03-04 05:06:07.5+00', 'all'],
  'children and partitions are seen, their keys whatever the writer''s session has set');
DELETE FROM reeve.change;
UPDATE "Odd ""Bazaar"" 100%"."Post.s" SET "100%I $1" = 'y' WHERE id = 1;
UPDATE "Odd ""Bazaar"" 100%"."Post.s" SET mood = NULL WHERE id = 2;
SELECT is((SELECT array_agg(key) FROM reeve.change), ARRAY['1'],
  'columns of any name are watched, and no other');

ALTER TABLE "Odd ""Bazaar"" 100%".measured DETACH PARTITION "Odd ""Bazaar"" 100%".measured_1;
SELECT lives_ok($$SELECT reeve.catalog_apply(pg_temp.manifest()
    #- '{collections,measured,search}' #- '{collections,User s,guards}'
    #- '{collections,User s,enforcement}')$$,
  'a partition that left takes nothing along');
SELECT is_empty($$SELECT FROM pg_trigger g JOIN reeve.collection c ON c.name = 'measured'
    WHERE g.tgname LIKE 'reeve_change%' AND g.tgrelid IN (
      SELECT oid FROM pg_class WHERE relname LIKE 'measured%')$$,
  'and keeps no trigger');
SELECT is_empty($$SELECT FROM pg_trigger g WHERE g.tgname LIKE 'reeve_guard%'
    AND g.tgrelid = '"Odd ""Bazaar"" 100%".guarded'::regclass$$,
  'nor does what was guarded');
SELECT * FROM finish();
ROLLBACK;
