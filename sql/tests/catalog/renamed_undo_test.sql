-- A column that an action wrote gets another name: an undo gives it back under that name, before
-- the catalog is applied again.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(13);
DELETE FROM reeve.approval_rule;
SET client_min_messages = error;
CREATE FUNCTION pg_temp.rows_of() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  -- By the values alone: the columns have other names by and by.
  SELECT md5(concat_ws('|',
    (SELECT string_agg(p::text, ' ' ORDER BY id) FROM "Odd Shop"."Person" p),
    (SELECT string_agg(s::text, ' ' ORDER BY code) FROM "Odd Shop".stall s),
    (SELECT string_agg(i::text, ' ' ORDER BY stall_code, nr) FROM "Odd Shop".item i),
    (SELECT string_agg(d::text, ' ' ORDER BY id) FROM "Odd Shop".deal d WHERE id NOT IN (4, 5))))
  INTO found;
  RETURN found;
END
$$;
SELECT pg_temp.rows_of() AS before \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]',
  '{"policy": "spam"}', NULL)), 'done', 'a row is hidden');
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)), 'done', 'and so is it with its owner');
SELECT max(action_id) AS ban FROM reeve.subject_history('shop', 'person', '1', 9) \gset
SELECT min(action_id) AS hide FROM reeve.subject_history('shop', 'item', '["a-1", 1]', 9) \gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop(unnest(ARRAY[
  'ALTER TABLE "Odd Shop".item RENAME hidden_until TO "Gone ''til"',
  'ALTER TABLE "Odd Shop".stall RENAME hidden_until TO hidden',
  'ALTER TABLE "Odd Shop"."Person" RENAME blocked_until TO "select"',
  'ALTER TABLE "Odd Shop".deal RENAME state TO "State"',
  'ALTER TABLE "Odd Shop".deal RENAME held_until TO state'])) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT detail -> 'lost' FROM reeve.undo_perform(:ban, NULL, NULL)),
  '[{"of": 2, "key": "4", "why": "irreversible", "collection": "deal"}]',
  'all is restored, also what another column has the name of by now');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM "Odd Shop".item WHERE "Gone 'til" IS NOT NULL), 1::bigint,
  'all but the row that was hidden before is back');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT jsonb_array_length(detail -> 'lost')
  FROM reeve.undo_perform(:hide, NULL, NULL)), 0, 'then that');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM "Odd Shop".stall WHERE hidden IS NOT NULL), 0::bigint,
  'and the stalls');
SELECT is((SELECT "select" FROM "Odd Shop"."Person" WHERE id = 1), NULL, 'and the person');
SELECT is((SELECT count(*) FROM reeve.subject WHERE hidden_until > statement_timestamp()),
  0::bigint, 'no restriction is left');
SELECT is(pg_temp.rows_of(), :'before', 'all rows are as they were');

-- As after a restore, which leaves no room for a column that was dropped.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'shop', 'stall', 'c',
  '{"policy": "spam"}', NULL)), 'refused', 'what the catalog names is not there');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop(unnest(ARRAY[
  'ALTER TABLE "Odd Shop".item RENAME "Gone ''til" TO hidden_until'])) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]',
  '{"policy": "spam"}', NULL)), 'done', 'a row is hidden');
SELECT max(action_id) AS hide FROM reeve.subject_history('shop', 'item', '["a-1", 1]', 9) \gset
RESET SESSION AUTHORIZATION;
UPDATE reeve.collection_column SET number = number + 100, table_id = (table_id::bigint + 1)::oid
WHERE collection_id = (
  SELECT c.collection_id FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'item');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT jsonb_array_length(detail -> 'lost')
  FROM reeve.undo_perform(:hide, NULL, NULL)), 0, 'and comes back, by the name of its column');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM "Odd Shop".item WHERE hidden_until IS NOT NULL), 0::bigint);
SELECT * FROM finish();
ROLLBACK;
