-- What people wrote, and the team: found by its words, by whoever may read it, until it is erased.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(27);

CREATE FUNCTION pg_temp.reeve_act(verb text, key text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT outcome FROM reeve.action_perform(verb, 'shop', 'person', key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_written(
  query text, among text DEFAULT NULL, within text DEFAULT NULL, app text DEFAULT NULL)
RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', f.kind, f.collection || ':' || f.key), ', ' ORDER BY f.nth)
  FROM reeve.written_search(app, query, among, within, 20)
    WITH ORDINALITY f(kind, at, number, app_name, collection, key, label, author, marked, words,
      nth)
$$;

SELECT reeve.report_file('shop', 'person', '1', 'Sells a Blue Kettle that leaks', 'spam',
  'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'person', '3', E'a kettle, \x1b[31m blue\x07 as new', 'spam')
\g /dev/null
SELECT reeve.report_file('shop', 'item', '["a-1", 2]', 'シルクスカーフは偽物 and crème brûlée', NULL,
  'person:3') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT count(*) FROM reeve.case_queue('shop', NULL, NULL, FALSE, 10) \g /dev/null
SELECT is(pg_temp.reeve_act('note', '1', '{"why": "phoned about the kettles"}'), 'done', 'a note');
SELECT is(pg_temp.reeve_act('suspend', '1', '{"policy": "spam", "for": "7d",
  "why": "blue kettle again", "public": "Your samovar"}'), 'done', 'a suspension');
SELECT outcome FROM reeve.case_perform('close', (
  SELECT case_id FROM reeve.case_queue('shop') WHERE key = '3'),
  '{"outcome": "dismissed", "why": "that kettle is fine"}') \g /dev/null
SELECT (reeve.reveal_ask('fields', 'shop', 'person', '1',
  '{"fields": ["email"], "why": "kettle owner asks"}')).outcome \g /dev/null
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.appeal(action_id, actors, collection_id, key, words, filed_by)
SELECT max(action_id), '{shop_ann}', collection_id, key, 'My KETTLE never leaked', 'app'
FROM reeve.action WHERE verb = 'suspend' GROUP BY collection_id, key;

-- Who finds what.
CREATE ROLE shop_nobody LOGIN;
SET SESSION AUTHORIZATION shop_nobody;
SELECT throws_ok($$SELECT * FROM reeve.written_search(NULL, 'kettle', NULL, NULL, 20)$$, '42501',
  NULL, 'who is not of the team searches nothing');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_written('leaks'), 'report person:1', 'a viewer finds what a viewer reads');
SELECT is(pg_temp.reeve_written('blue kettle', 'reports'), 'report person:1, report person:3',
  'reports, the words next to each other first');
SELECT is(pg_temp.reeve_written('"blue kettle"', 'reports'), 'report person:1',
  'in quotes, in that order');
SELECT is(pg_temp.reeve_written('BLÜE kettle', 'reports', 'person', 'shop'),
  'report person:1, report person:3', 'without case and accents, of one app and collection');
SELECT is(pg_temp.reeve_written('kettle', 'notes'), 'note person:1',
  'a note, by the beginning of a word');
SELECT is(pg_temp.reeve_written('"kettle"', 'notes'), NULL, 'which quotes take as it is');
SELECT is(pg_temp.reeve_written('blue', 'reasons'), 'reason person:1', 'a reason');
SELECT is(pg_temp.reeve_written('samovar'), 'reason person:1', 'what was said in public');
SELECT is(pg_temp.reeve_written('owner', 'reasons'), 'reason person:1',
  'why somebody looked at what is personal');
SELECT is(pg_temp.reeve_written('kettle', 'cases'), 'case person:3', 'the reason in a case');
SELECT is(pg_temp.reeve_written('kettle', 'appeals'), 'appeal person:1', 'an appeal');
SELECT is((SELECT count(*)::int FROM reeve.written_search(NULL, 'kettle', NULL, NULL, 20)), 7,
  'all of them in one list');
SELECT is((SELECT count(*)::int FROM reeve.written_search(NULL, 'kettle', NULL, NULL, 3)), 3,
  'of which the best are shown');
SELECT is(pg_temp.reeve_written('kettle -blue', 'reports'), NULL, 'a minus leaves out');
SELECT is(pg_temp.reeve_written('creme', 'reports', 'item'), 'report item:["a-1", 2]', 'accents');
SELECT is(pg_temp.reeve_written('スカーフ'), 'report item:["a-1", 2]',
  'words of scripts without blanks');
SELECT is(pg_temp.reeve_written('スシ'), NULL, 'but not their letters in another order');
SELECT is(pg_temp.reeve_written('kettle zzz', 'notes'), 'note person:1',
  'some words, where nothing has all');
SELECT is(pg_temp.reeve_written('kettle', NULL, 'stall'), NULL, 'of another collection nothing');
SELECT is((SELECT array_to_string(f.marked, '|') || ' ' || f.number || ' ' || f.author
    FROM reeve.written_search('shop', 'kettle', 'notes', NULL, 1) f),
  'phoned about the |kettles' || (SELECT ' A' || h.action_id || ' ' || h.actor
    FROM reeve.subject_history('shop', 'person', '1', 9) h WHERE h.kind = 'note'),
  'an excerpt, where it was written, and by whom');
SELECT throws_ok($$SELECT * FROM reeve.written_search(NULL, ' -x "" ,', NULL, NULL, 20)$$, 'RV001',
  'there is no word to look for', 'a query needs a word');
SELECT lives_ok($$SELECT count(*)
  FROM unnest(ARRAY['''\:*&|!()<2>', 'x''y\', 'a<->b', '!', '((', E'\\\\', repeat('a ', 9999),
    repeat('ﷺ', 9999), E'\U0001F600', '-"', 'a:b:*', '<->', '1.5', '-1', 'a@b.c/d?e=f#g']) q
  CROSS JOIN LATERAL reeve.written_search(NULL, 'nobody ' || q || ' wrote', NULL, NULL, 20) f$$,
  'any text is a query');
RESET SESSION AUTHORIZATION;

-- One text of many.
WITH chosen AS (
  INSERT INTO reeve.selection(collection_id, keys, owner)
  SELECT collection_id, '{1,2,3}', 'shop_ann' FROM reeve.collection
  WHERE app = 'shop' AND name = 'person' RETURNING selection_id, collection_id),
batch AS (
  INSERT INTO reeve.batch(verb, collection_id, selection_id, ceiling, subjects, asked_by)
  SELECT 'note', collection_id, selection_id, '{}', 3, 'shop_ann' FROM chosen
  RETURNING batch_id, collection_id)
INSERT INTO reeve.action(verb, collection_id, key, actor, reason, batch_id)
SELECT 'note', collection_id, k, 'shop_ann', CASE k WHEN '3' THEN 'other ' ELSE '' END || 'teapot',
  batch_id
FROM batch CROSS JOIN unnest('{1,2,3}'::text[]) k ORDER BY k;
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_written('teapot'), 'note person:1, note person:3',
  'what was done to many at once is listed once a text');
RESET SESSION AUTHORIZATION;

-- What is erased is gone from the list with the commit that erases it.
UPDATE reeve.report SET words = NULL WHERE key = '1';
UPDATE reeve.action SET reason = NULL, public_reason = NULL WHERE key = '1';
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_written('blue samovar phoned'), 'report person:3', 'erased words are gone');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
