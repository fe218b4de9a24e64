-- A json that jsonb refuses, and columns that are called as Reeve's statements call rows.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
SELECT pg_temp.alter_shop($$
  CREATE DOMAIN "Odd Shop".said AS json;
  CREATE TYPE "Odd Shop".pair AS (a int, b json[]);
  ALTER TABLE "Odd Shop"."Person" ADD t text, ADD x int, ADD bio json, ADD said "Odd Shop".said[],
    ADD pair "Odd Shop".pair, ADD kept jsonb;
  UPDATE "Odd Shop"."Person" SET t = 'tea', x = 5,
    bio = E'{"nul": "\\u0000",\r\n"half": "\\ud800"}',
    said = ARRAY['{"nul": "\u0000"}'::json], pair = ROW(1, ARRAY['"\u0000"'::json]),
    kept = '{"k": 1}' WHERE id = 1;
$$) \g /dev/null
SELECT lives_ok($$SELECT * FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,person,show}', '["id", "t", "x", "bio", "said", "pair", "kept"]'))$$,
  'a catalog is applied');
SET SESSION AUTHORIZATION shop_app;
SELECT lives_ok($$SELECT reeve.report_file('shop', 'person', '1', words => 'rude',
  policy => 'fraud')$$, 'nobody keeps off a report by what they write into a json');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT a.outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "fraud", "for": "7 days", "why": "rude"}', NULL) a), 'done', 'nor a ban');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT b.content::jsonb ->> 'bio', b.content::jsonb ->> 'said',
    b.content::jsonb ->> 'pair', b.content::jsonb -> 'kept'
  FROM reeve.evidence_bytes b JOIN reeve.collection c USING (collection_id)
  WHERE c.app = 'shop' AND c.name = 'person' AND b.key = '1' LIMIT 1$$,
  $$SELECT p.bio::text, p.said::text, p.pair::text, p.kept FROM "Odd Shop"."Person" p
  WHERE p.id = 1$$, 'evidence has the json to the letter');
SELECT is((SELECT t.problem FROM reeve.catalog_attempt_one(
    (SELECT c FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'person'), 'ban', '3') t),
  NULL, 'a rehearsal compares such rows');

-- What people get of them, a column x included.
SET SESSION AUTHORIZATION shop_app;
SELECT results_eq($$SELECT d.data !~ E'[\n\r]', j.data ->> 'x', j.data ->> 't'
  FROM reeve.data_download('shop', 'person:1') d
  CROSS JOIN LATERAL (SELECT regexp_replace(d.data, '\\u....', '', 'g')::json) j(data)
  WHERE d.part = 'person'$$,
  $$VALUES (TRUE, '5', 'tea')$$, 'a download has a line for each row, with every column');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
