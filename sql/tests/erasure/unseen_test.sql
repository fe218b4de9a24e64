-- Row security that an app enables after its catalog was applied.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
ALTER TABLE "Odd Shop"."Person" ADD leaves_at timestamptz;
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,person,erase,asked}', '"t.leaves_at IS NOT NULL"')) \g /dev/null
UPDATE "Odd Shop"."Person" SET leaves_at = now() WHERE id = 3;
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".item ENABLE ROW LEVEL SECURITY') \g /dev/null

SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$SELECT reeve.action_perform('erase', 'shop', 'person', '1', '{"why": "x"}',
  NULL)$$, 'RV005', NULL, 'no erasure begins while rows that it has to reach may be hidden');
SELECT throws_ok($$SELECT reeve.action_plan('erase', 'shop', 'person', '1', '{"why": "x"}')$$,
  'RV005', NULL, 'nor is one planned');
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok($$SELECT reeve.data_download('shop', 'person:1')$$, 'RV005', NULL,
  'nor does anybody get a part for all that is theirs');
RESET SESSION AUTHORIZATION;
SELECT matches((SELECT s.state || ' ' || s.note FROM reeve.erasure_advance('shop', 1000) s),
  '^retryable person:3: the erasure may leave rows behind: row security',
  'nor is who asked for it in the app taken for erased');
SELECT pg_temp.alter_shop($$CREATE POLICY reeve_access ON "Odd Shop".item TO reeve_access
  USING (TRUE) WITH CHECK (TRUE)$$) \g /dev/null
SELECT is((reeve.erasure_advance('shop', 1000)).state, 'running',
  'a policy that shows all will do');
SELECT is((SELECT count(*) FROM "Odd Shop".item WHERE stall_code = 'c' AND title <> 'Nothing'),
  0::bigint, 'and all of it is erased');
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".item RENAME TO goods') \g /dev/null
SET SESSION AUTHORIZATION shop_app;
SELECT throws_like($$SELECT reeve.data_download('shop', 'person:1')$$,
  '%the table "Odd Shop".item of item is gone (now "Odd Shop".goods)%',
  'what is in a table with another name is not left out without a word');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('DROP TABLE "Odd Shop".goods CASCADE') \g /dev/null
SET SESSION AUTHORIZATION shop_app;
SELECT isnt_empty($$SELECT reeve.data_download('shop', 'person:1')$$,
  '… but a table that is gone has nothing to leave out');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
