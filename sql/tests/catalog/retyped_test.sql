-- A column that an action wrote gets a type that cannot hold what it held: the undo gives back all
-- else and names the rows.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(6);
DELETE FROM reeve.approval_rule;
SET client_min_messages = error;
UPDATE "Odd Shop".deal SET state = 'void' WHERE id = 1;
SELECT reeve.catalog_apply(jsonb_set(jsonb_set(pg_temp.manifest(),
  '{actions,0,effects,3,where}', '"t.state <> ''held''"'), '{actions,0,effects,5}',
  '{"name": "stalls left", "collection": "stall", "via": "owner", "list": true}')) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)), 'done', 'deals of two states are held');
SELECT max(action_id) AS ban FROM reeve.subject_history('shop', 'person', '1', 9) \gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop($$ALTER TABLE "Odd Shop".deal DROP CONSTRAINT deal_state_check;
  DROP INDEX "Odd Shop".deal_place;
  ALTER TABLE "Odd Shop".deal ALTER state TYPE int USING length(state)$$) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT detail AS undone FROM reeve.undo_perform(:ban, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(format('%s:%s %s', l ->> 'collection', l ->> 'key', l ->> 'why'), ', '
    ORDER BY l ->> 'key') FROM jsonb_array_elements(:'undone'::jsonb -> 'lost') l
    WHERE l ->> 'why' <> 'irreversible'),
  'deal:1 changed since, deal:2 changed since, deal:3 changed since',
  'what the column can no longer hold is named');
SELECT is((SELECT count(*) FROM "Odd Shop"."Person" WHERE blocked_until IS NOT NULL), 0::bigint,
  'and the person is given back');
SELECT is((SELECT count(*) FROM "Odd Shop".stall WHERE hidden_until IS NOT NULL), 0::bigint,
  'with the stalls');
SELECT is((SELECT count(*) FROM "Odd Shop".item WHERE hidden_until IS NOT NULL), 0::bigint,
  'and the items');
SELECT is((SELECT count(*) FROM reeve.subject WHERE hidden_until > statement_timestamp()),
  0::bigint, 'so that no restriction is left');
SELECT * FROM finish();
ROLLBACK;
