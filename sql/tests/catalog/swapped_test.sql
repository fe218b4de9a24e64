-- An app copies a table, and gives the copy the name of the old one, which it keeps under another:
-- an undo gives back the rows of the table that the app goes on with, once the catalog was applied
-- to it, and none before.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(9);
DELETE FROM reeve.approval_rule;
SET client_min_messages = error;
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT count(*) FROM (VALUES
    (reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]', '{"policy": "spam"}', NULL)),
    (reeve.action_perform('hide', 'shop', 'item', '["c", 1]', '{"policy": "spam"}', NULL))) p(o)
  WHERE (o).outcome = 'done'), 2::bigint, 'two rows are hidden');
SELECT max(action_id) AS one FROM reeve.subject_history('shop', 'item', '["a-1", 1]', 9) \gset
SELECT max(action_id) AS other FROM reeve.subject_history('shop', 'item', '["c", 1]', 9) \gset
RESET SESSION AUTHORIZATION;
CREATE FUNCTION pg_temp.hidden(relation regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  found bigint;
BEGIN
  EXECUTE format('SELECT count(*) FROM %s WHERE hidden_until IS NOT NULL', relation) INTO found;
  RETURN found;
END
$$;
SELECT pg_temp.alter_shop(unnest(ARRAY[
  'CREATE TABLE "Odd Shop".item2(LIKE "Odd Shop".item INCLUDING ALL)',
  'INSERT INTO "Odd Shop".item2 SELECT * FROM "Odd Shop".item',
  'ALTER TABLE "Odd Shop".item RENAME TO "Old Items"',
  'ALTER TABLE "Odd Shop".item2 RENAME TO item',
  'GRANT SELECT, UPDATE ON "Odd Shop".item TO reeve_writer_shop',
  'GRANT SELECT ON "Odd Shop".item TO reeve_reader_shop'])) \g /dev/null

SET SESSION AUTHORIZATION shop_ann;
SELECT matches((SELECT concat_ws(' ', outcome, message)
    FROM reeve.undo_perform(:one, NULL, NULL)),
  '^refused .*"Odd Shop".item is not the table that the catalog was applied to',
  'a table that nobody has examined is not written');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.hidden('"Odd Shop"."Old Items"'), 2::bigint, 'nor is the old one');
SELECT is(pg_temp.hidden('"Odd Shop".item'), 2::bigint, 'so the app shows nothing');

SELECT reeve.catalog_apply(pg_temp.manifest()) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT jsonb_array_length(detail -> 'lost') FROM reeve.undo_perform(:other, NULL, NULL)),
  0, 'when the catalog has been applied, an undo restores the row');
SELECT is((SELECT jsonb_array_length(detail -> 'lost') FROM reeve.undo_perform(:one, NULL, NULL)),
  0, 'and the one that failed, tried again, too');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.hidden('"Odd Shop".item'), 0::bigint, 'where the app sees it');
SELECT is(pg_temp.hidden('"Odd Shop"."Old Items"'), 2::bigint,
  'and writes nothing in what the app has put aside');
SELECT is((SELECT count(*) FROM reeve.subject WHERE hidden_until > statement_timestamp()),
  0::bigint, 'no restriction is left');
SELECT * FROM finish();
ROLLBACK;
