-- Where a catalog says that rows name objects of a bucket: in a column, a table, an array, a JSON
-- path; what of it is refused; and what becomes of objects that rows of several kinds name.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();

SELECT pg_temp.alter_shop($$ALTER TABLE "Odd Shop"."Person" ADD face text, ADD "All %" text[],
  ADD more jsonb, ADD odd int$$),
  pg_temp.alter_shop($$CREATE TABLE "Odd Shop".shot(stall text NOT NULL, "the url" text)$$),
  pg_temp.alter_shop($$CREATE FUNCTION "Odd Shop".name_of(url text) RETURNS text
    LANGUAGE sql IMMUTABLE AS 'SELECT substring(url FROM ''^https://b/(.*)'')'$$),
  pg_temp.alter_shop($$CREATE FUNCTION "Odd Shop".volatile_of(url text) RETURNS text
    LANGUAGE sql AS 'SELECT url'$$)
\g /dev/null

CREATE FUNCTION pg_temp.with_files(person text, stall text DEFAULT '[]') RETURNS jsonb
LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,person,files}', person::jsonb),
    '{collections,stall,files}', stall::jsonb)
$$;

SELECT results_eq(format($$SELECT path, code FROM reeve.catalog_check(pg_temp.with_files(%L))$$,
  '[' || v.entry || ']'),
  format('VALUES (%L, %L)', '/collections/person/files/0' || v.path, v.code),
  v.entry)
FROM (VALUES ('{"bucket": "b"}', '', 'shape'),
  ('{"bucket": "b", "column": "face", "array": "All %"}', '', 'shape'),
  ('{"bucket": "b", "column": "nope"}', '/column', 'missing'),
  ('{"bucket": "b", "column": "odd"}', '/column', 'type'),
  ('{"bucket": "b", "array": "face"}', '/array', 'type'),
  ('{"bucket": "b", "column": "face", "path": "$.a"}', '/column', 'type'),
  ('{"bucket": "b", "column": "more", "path": "$[["}', '/path', 'expression'),
  ('{"bucket": "b", "column": "face", "of": ["id"]}', '/of', 'shape'),
  ('{"bucket": "b", "table": "nope", "of": ["id"], "column": "x"}', '/table', 'missing'),
  ('{"bucket": "b", "table": "shot", "of": ["id", "x"], "column": "the url"}', '/of', 'key'),
  ('{"bucket": "b", "column": "face", "name": "nope"}', '/name', 'missing'),
  ('{"bucket": "b", "column": "face", "name": "volatile_of"}', '/name', 'type'),
  ('{"bucket": "b", "column": "face", "with": ["nobody"]}', '/with', 'missing'))
  v(entry, path, code);

SELECT set_config('test.files', pg_temp.with_files('[{"bucket": "b", "column": "face"},
    {"bucket": "b", "array": "All %"}, {"bucket": "b", "column": "more", "path": "$.x[*].y"}]',
  '[{"bucket": "b", "table": "shot", "of": ["stall"], "column": "the url",
    "name": "name_of"}]')::text, FALSE) \g /dev/null
SELECT is_empty($$SELECT * FROM reeve.catalog_check(current_setting('test.files')::jsonb)$$,
  'a sound one has no finding');
SELECT count(*) FROM reeve.catalog_apply(current_setting('test.files')::jsonb) \g /dev/null

UPDATE "Odd Shop"."Person" SET face = 'one', "All %" = '{two,"th ree",one}',
  more = '{"x": [{"y": "four"}, {"y": 5}, {"y": {"z": 1}}, {"n": 0}]}' WHERE id = 1;
UPDATE "Odd Shop"."Person" SET more = '[["nothing"]]', "All %" = '{NULL,"","..","a/../b"}'
WHERE id = 4;
INSERT INTO "Odd Shop".shot VALUES ('a-1', 'https://b/two'), ('b"2', 'https://b/six'),
  ('c', 'https://b/six'), ('c', 'https://elsewhere/seven'), ('c', NULL);

CREATE FUNCTION pg_temp.reeve_pending() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(substr(o.sends, 7) || ' ' || (o.fields ->> 'name'), ', ' ORDER BY o.sends,
    o.fields ->> 'name' COLLATE "C")
  FROM reeve.outside o WHERE o.state = 'pending'
$$;

SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_plan('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}') -> 'files'
  AS planned \gset
SELECT outcome AS done, detail -> 'files' AS files FROM reeve.action_perform('ban', 'shop',
  'person', '1', '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'planned'::text, '{"kept": 1, "withdraw": 6}',
  'a plan counts each object once, and what the stall of another keeps in sight');
SELECT is(:'files'::text, '{"withdraw": 6}', 'as many are withdrawn');
SELECT is(pg_temp.reeve_pending(), 'withdraw 5, withdraw four, withdraw one, withdraw th ree, '
  'withdraw two, withdraw {"z": 1}', 'from every kind of place, and from stalls hidden with it');

SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '4',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_pending(), 'withdraw 5, withdraw four, withdraw one, withdraw six, '
  'withdraw th ree, withdraw two, withdraw {"z": 1}', 'once the last stall is hidden, its own');

-- What cannot be read does not stop a ban, and is no success.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" RENAME face TO gesicht') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'done'::text, 'done', 'a ban stands whose files cannot be read');
SELECT is((SELECT count(*) FROM reeve.outside o WHERE o.state = 'failed' AND o.key = '2'
  AND o.error LIKE '%gesicht%' OR o.error LIKE '%face%'), 1::bigint, 'and doctor hears of it');

-- A sweep: for seniors, and not of a listing that somebody else could have made.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" RENAME gesicht TO face') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT reeve.file_listed('{one}')$$, 'RV002', NULL,
  'a moderator gives no listing');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$SELECT * FROM reeve.file_sweep('shop', NULL, NULL, 9)$$, 'RV001', NULL,
  'there is no sweep without a listing');
SELECT reeve.file_listed('{one,two,six,orphan,five}') \g /dev/null
SELECT reeve.file_listed('{one}') \g /dev/null
SELECT string_agg(concat_ws(' ', finding, object, subject, rows, note), '; ') AS found
FROM reeve.file_sweep('shop', NULL, NULL, 9) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'found'::text, 'orphan five 0; orphan orphan 0; '
  'dead link .. person:4 1 it cannot be the name of an object; dead link 5 person:1 1; '
  'dead link a/../b person:4 1 it cannot be the name of an object; dead link four person:1 1; '
  'dead link th ree person:1 1; dead link {"z": 1} person:1 1; shared six stall:b"2 2; '
  'shared two person:1 2', 'what differs');
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$SELECT * FROM reeve.file_sweep('shop', 'deal', NULL, 9)$$, 'RV001', NULL,
  'nothing is swept where no row names a file');
SELECT throws_ok($$SELECT * FROM reeve.file_sweep('shop', NULL, 'other', 9)$$, 'RV001', NULL,
  'nor in a bucket that the app does not name');
RESET SESSION AUTHORIZATION;

-- A person's face may be theirs alone to show.
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(jsonb_set(
  current_setting('test.files')::jsonb, '{collections,person,personal}', '["email", "face"]'),
  '{collections,person,erase,set,face}', 'null')) \g /dev/null
UPDATE "Odd Shop"."Person" SET face = 'gone' WHERE id = 2;
SET SESSION AUTHORIZATION shop_sam;
SELECT string_agg(concat_ws(' ', finding, subject, coalesce(object, '-')), '; ') AS found
FROM reeve.file_sweep('shop', NULL, NULL, 9) WHERE finding = 'dead link' AND subject = 'person:2'
\gset
RESET SESSION AUTHORIZATION;
SELECT is(:'found'::text, 'dead link person:2 -', 'a name in a personal column is left out');

SELECT * FROM finish();
ROLLBACK;
