-- The app renames, drops and retypes what the catalog names: screens go on, and acts are refused
-- before anything.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(32);
DELETE FROM reeve.approval_rule;
SET client_min_messages = error;
SELECT '`reeve catalog check` names all that no longer fits, `reeve adopt --write` drafts it '
  'anew' AS remedy \gset

\ir ../fixtures/index.sql
SELECT pg_temp.index_build('shop', 'item') \g /dev/null
-- A label and a shown column.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".item RENAME title TO "Big Title"') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((
  SELECT value FROM reeve.subject_show('shop', 'item', '["a-1", 1]') WHERE field = 'title'),
  'gone (was title)', 'a column that is gone is shown as gone');
SELECT results_eq($$SELECT label, fields FROM reeve.subject_list('shop', 'item', '', NULL, NULL,
  NULL, '[]', NULL, FALSE, '{nr,title}', '[]', 1)$$,
  $$VALUES ('["a-1", 1]', '{1,gone (was title)}'::text[])$$,
  'in lists too, and a label is the key');
SELECT is((SELECT array_agg(s.label ORDER BY s.key)
  FROM reeve.search('shop', 'silk', 'item', max => 2) s),
  '{"Silk thing 1","Silk thing 2"}', 'search reads it by its new name');
SELECT throws_ok($$SELECT * FROM reeve.subject_list('shop', 'item', '', NULL, NULL, NULL,
  '[{"field": "title", "op": "=", "value": "x"}]', NULL, FALSE, '{}', '[]', 1)$$, 'RV001',
  'title is gone (was title), now Big Title', 'nothing is filtered by it');
SELECT is((SELECT count(*) FROM reeve.subject_find('shop', 'item', '["a-1", 1]', FALSE, 5)),
  1::bigint, 'the row is found by its key');
SELECT is((SELECT label FROM reeve.subject_relations('shop', 'item', '["a-1", 1]')
  WHERE name = 'stall'), 'First stall', 'its parents are shown');
SELECT is((SELECT plan ->> 'label' FROM reeve.action_plan('hide', 'shop', 'item', '["a-1", 1]',
  '{"policy": "spam"}') plan), '["a-1", 1]', 'an act that does not write the column is planned');
SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]',
  '{"policy": "spam"}', NULL)), 'done', 'and done');
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)), 'done', 'also on what it depends on');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM "Odd Shop".item WHERE hidden_until IS NOT NULL), 8::bigint,
  'of all its rows');
SELECT is((SELECT string_agg(format('%s %s', g.name, g.new_name), ', ')
  FROM reeve.collection c CROSS JOIN LATERAL reeve.collection_gone(c) g
  WHERE c.app = 'shop' AND c.name = 'item'), 'title Big Title', 'the new name is known');
SELECT is((SELECT string_agg(f.path, ', ' ORDER BY f.path) FROM reeve.app a
  CROSS JOIN LATERAL reeve.catalog_check(a.manifest) f WHERE a.app = 'shop' AND f.path ~ 'label'),
  '/collections/item/label', 'and the check names it');

-- A dropped column is no other one that comes after it.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".item DROP "Big Title", ADD text text')
  \g /dev/null
SELECT is((SELECT string_agg(format('%s %s', g.name, coalesce(g.new_name, '-')), ', ')
  FROM reeve.collection c CROSS JOIN LATERAL reeve.collection_gone(c) g
  WHERE c.app = 'shop' AND c.name = 'item'), 'title -', 'a dropped column has no new name');

-- A column that an act writes.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" RENAME blocked_until TO "Blocked"')
  \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT plan #>> '{refusal,message}' FROM reeve.action_plan('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}') plan),
  'ban needs person.blocked_until, which is gone (now Blocked); ' || :'remedy',
  'the plan of an act that writes a column that is gone is refused');
SELECT results_eq($$SELECT outcome, code, message FROM reeve.action_perform('ban', 'shop', 'person',
  '2', '{"policy": "spam", "for": "1d"}', NULL)$$, format($$VALUES ('refused', 'app',
  'ban needs person.blocked_until, which is gone (now Blocked); %s')$$, :'remedy'),
  'and so is the act');
SELECT is((
  SELECT value FROM reeve.subject_show('shop', 'person', '2') WHERE field = 'blocked_until'),
  'gone (was blocked_until)', 'the person is shown');
SELECT is((SELECT label FROM reeve.subject_find('shop', 'person', 'bert', FALSE, 5)), 'Bert Buyer',
  'and found');
SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["c", 1]',
  '{"policy": "spam"}', NULL)), 'done', 'other collections are as ever');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" RENAME "Blocked" TO blocked_until')
  \g /dev/null

-- A masked column under another name is not shown.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" RENAME email TO mail') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is_empty($$SELECT * FROM reeve.subject_show('shop', 'person', '2') WHERE value ~ 'example'$$,
  'nothing that was masked is shown');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" RENAME mail TO email') \g /dev/null

-- The key.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".stall RENAME code TO "no"') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT * FROM reeve.subject_show('shop', 'stall', 'c')$$, 'RV006',
  'a column of the key of stall is gone: gone (was code), now no', 'a key that is gone is named');
SELECT throws_ok($$SELECT reeve.action_plan('ban', 'shop', 'person', '3',
  '{"policy": "spam", "for": "1d"}')$$, 'RV006', NULL, 'no act goes by it');
SELECT is((SELECT count(*) FROM reeve.subject_show('shop', 'item', '["c", 1]')), 3::bigint,
  'rows that belong to it are shown');
SELECT is((SELECT related_key FROM reeve.subject_relations('shop', 'item', '["c", 1]')
  WHERE name = 'stall'), 'c', 'with its key');
SELECT is((SELECT count(*) FROM reeve.collection_counts('shop', 7)), 4::bigint, 'all are counted');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".stall RENAME "no" TO code') \g /dev/null

-- The type of a key.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".deal ALTER id TYPE text') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT value FROM reeve.subject_show('shop', 'deal', '2') WHERE field = 'id'), '2',
  'a key of another type is shown');
RESET SESSION AUTHORIZATION;

-- The table.
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".stall RENAME TO "Stand"') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT * FROM reeve.subject_find('shop', 'stall', '', FALSE, 5)$$, 'RV006',
  'the table "Odd Shop".stall of stall is gone (now "Odd Shop"."Stand")', 'a table that is gone');
SELECT matches((SELECT plan #>> '{refusal,message}' FROM reeve.action_plan('ban', 'shop', 'person',
  '3', '{"policy": "spam", "for": "1d"}') plan),
  'ban needs the table "Odd Shop".stall, which is gone', 'no act goes without it');
SELECT is((SELECT count(*) FROM reeve.subject_show('shop', 'item', '["c", 1]')), 3::bigint,
  'rows that belong to it are shown');
SELECT is((SELECT count(*) FROM reeve.subject_relations('shop', 'person', '1')), 1::bigint,
  'those that it belongs to, too');
SELECT is((SELECT count(*) FROM reeve.collection_counts('shop', 7)), 3::bigint,
  'the others are counted');
SELECT is((SELECT count(*) FROM reeve.console_waiting(NULL)), 0::bigint, 'and nothing else stops');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Stand" RENAME TO stall') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT count(*) FROM reeve.subject_find('shop', 'stall', '', FALSE, 5)), 3::bigint,
  'until it is back');
SELECT * FROM finish();
ROLLBACK;
