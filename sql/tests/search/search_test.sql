BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
DELETE FROM reeve.change;
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'search.sync') AS job \gset
CREATE FUNCTION pg_temp.keys(query text, max int DEFAULT 50) RETURNS SETOF text LANGUAGE sql AS
$$ SELECT q.key FROM reeve.search_query('shop', query, 'item', max) q $$;

SELECT is_empty($$ SELECT pg_temp.keys('silk') $$, 'nothing is found before there is an index');
SELECT is(reeve.search_sync(:job, 2, 100), 0, 'a stale lease indexes nothing');
SELECT is(reeve.search_sync(:job, 1, 100), 12, 'the first sync builds the generation');
SELECT is(reeve.search_sync(:job, 1, 100), 0, '… and the next has nothing to do');
SELECT is((SELECT count(*)::int FROM pg_temp.keys('silk')), 12, 'it answers');
SELECT is((SELECT count(*)::int FROM pg_temp.keys('SÎLK!')), 12,
  'case, accents and signs are nothing');
SELECT is((SELECT count(*)::int FROM pg_temp.keys('th')), 12, 'the last word may be a beginning');
SELECT is((SELECT count(*)::int FROM pg_temp.keys('th silk')), 12, 'any word is enough');
SELECT is_empty($$ SELECT pg_temp.keys('th wool') $$, '… the others are whole words');
SELECT results_eq($$ SELECT key FROM reeve.search_query('shop', 'wool thing 3', 'item', 50) q
    WHERE rank > 1 $$, $$ SELECT NULL::text WHERE FALSE $$, 'rank over 1 has every word');
SELECT set_eq($$ SELECT key FROM reeve.search_query('shop', 'silk 3', NULL, 50) WHERE rank > 1 $$,
  ARRAY['["a-1", 3]', '["b\"2", 3]', '["c", 3]'], 'what has every word comes first');
SELECT is((SELECT count(*)::int FROM pg_temp.keys('silk 3', 4)), 4, 'no more than asked for');

-- Hostile text
SELECT lives_ok(format('SELECT pg_temp.keys(%L)', q), 'query ' || quote_literal(q))
FROM unnest(ARRAY['', ' ', '''', '\', ':*', '& | !', 'a & (b', 'silk:*A', '<->', 'x'' OR 1=1 --',
  E'\u202e\x01', repeat('silk ', 100000), repeat('x', 1000000), '''silk'':*', '"', '%', '$1',
  'éàü 漢字 😀', 'drop table', '-1', '10e5', '1.5']) q;
SELECT is((SELECT count(*)::int FROM pg_temp.keys('silk'') | (''thing')), 12, 'signs are spaces');
SELECT throws_ok($$ SELECT * FROM reeve.search_query('nope', 'x') $$, 'RV003', NULL,
  'an unknown app is refused');
SELECT throws_ok($$ SELECT * FROM reeve.search_query('shop', 'x', 'person') $$, 'RV003', NULL,
  'so is a collection that is not searched');
SET SESSION AUTHORIZATION shop_vic;
SELECT isnt_empty($$ SELECT * FROM reeve.search_query('shop', 'silk', 'item', 1) $$,
  'a viewer may search');
RESET SESSION AUTHORIZATION;

-- A ban is in search with its transaction; the index has not moved.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "fraud", "forever": true}', NULL)), 'done', 'a seller is banned');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM pg_temp.keys('silk')), 4,
  'their things are out of search at once');
SELECT is((SELECT count(*)::int FROM reeve.change), 0, 'no column that search reads was changed');

-- The log: an open transaction's changes wait.
UPDATE "Odd Shop".item SET title = 'Wool sock' WHERE stall_code = 'c' AND nr = 1;
DELETE FROM "Odd Shop".item WHERE stall_code = 'c' AND nr = 2;
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 50, repeat('Wool ', 60000));
SELECT set_eq('SELECT key FROM reeve.change', ARRAY['["c", 1]', '["c", 2]', '["c", 50]'],
  'triggers log what was written');
SELECT is(reeve.search_sync(:job, 1, 100), 0, 'changes of a transaction that runs are not read');
SELECT ok(reeve.search_lag(), '… and known to wait');
-- As if that transaction, and one older, were long over.
UPDATE reeve.change SET xid = '3';
INSERT INTO reeve.change_reader(name) VALUES ('other');
SELECT is(reeve.search_sync(:job, 1, 2), 2, 'changes are applied, so many at a time');
SELECT is((SELECT count(*)::int FROM reeve.change), 3, '… and stay for a reader that is slower');
SELECT is(reeve.search_sync(:job, 1, 100), 1, '… until none is left');
SELECT ok(NOT reeve.search_lag());
SELECT set_eq($$ SELECT pg_temp.keys('wool') $$, ARRAY['["c", 1]', '["c", 50]'],
  'the index holds what the rows hold');
SELECT set_eq($$ SELECT pg_temp.keys('silk') $$, ARRAY['["c", 3]', '["c", 4]'],
  'what is gone is gone from the index');
SELECT lives_ok($$ SELECT reeve.change_advance('other', '3', 9223372036854775807) $$);
SELECT is((SELECT count(*)::int FROM reeve.change), 0, 'what all readers have read is purged');
DELETE FROM reeve.change_reader WHERE name = 'other';

-- TRUNCATE, and another declaration
TRUNCATE "Odd Shop".item;
SELECT results_eq('SELECT key FROM reeve.change', ARRAY[NULL::text], 'TRUNCATE is logged');
UPDATE reeve.change SET xid = '4';
SELECT is(reeve.search_sync(:job, 1, 100), 1);
SELECT is_empty($$ SELECT pg_temp.keys('wool') $$, '… and empties the index');
UPDATE reeve.collection SET search = '{"d": ["title"]}' WHERE collection_id = :item;
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 51, 'Linen');
SELECT is(reeve.search_sync(:job, 1, 100), 1, 'another declaration builds anew');
SELECT set_eq($$ SELECT pg_temp.keys('linen') $$, ARRAY['["c", 51]']);
SELECT is((SELECT count(*)::int FROM reeve.search_generation WHERE collection_id = :item), 2,
  'the generation before stays, those before it go');
SELECT is((SELECT count(*)::int FROM pg_class WHERE relnamespace = 'reeve_index'::regnamespace
  AND relkind = 'r' AND relname LIKE 'document\_' || :item || '\_%'), 2, '… with their tables');

SELECT * FROM finish();
ROLLBACK;
