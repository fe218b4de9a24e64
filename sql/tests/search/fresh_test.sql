BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
SELECT collection_id AS stall FROM reeve.collection WHERE app = 'shop' AND name = 'stall' \gset
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
UPDATE reeve.collection SET search = '{"a": ["title"]}' WHERE app = 'shop' AND name = 'stall';
INSERT INTO "Odd Shop".item(stall_code, nr, title)
SELECT 'c', n, 'Silk scarf ' || n FROM generate_series(100, 299) n;
DELETE FROM reeve.change;
CREATE FUNCTION pg_temp.reeve_build(collection_id int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(collection_id, TRUE, 100);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  RETURN gen;
END
$$;
SELECT pg_temp.reeve_build(:item) AS first \gset
SELECT ok(reeve.search_swap(:first, NULL, NULL), 'a first index needs no comparison');
SELECT pg_temp.reeve_build(:stall) AS stalls \gset
SELECT ok(reeve.search_swap(:stalls, NULL, NULL));
SELECT is_empty($$
  SELECT c.relname FROM pg_class c JOIN pg_am a ON a.oid = c.relam AND a.amname = 'gin'
  WHERE c.relnamespace = 'reeve_index'::regnamespace AND c.relname ~ '^document'
    AND 'fastupdate=off' = ANY (c.reloptions) IS NOT TRUE $$,
  'no search reads a list of changes, and no commit merges one');

-- What is built by the same declaration and finds far less is not swapped in.
SELECT pg_temp.reeve_build(:item) AS second \gset
SAVEPOINT whole;
UPDATE reeve.search_generation SET documents = documents / 3 WHERE generation_id = :second;
SELECT throws_ok(format('SELECT reeve.search_swap(%s, NULL, NULL)', :second), 'RV005',
  'the new index of shop/item was not swapped in: it holds 70 documents, the one in use 212',
  'fewer documents than half');
SELECT ok(reeve.search_swap(:second, NULL, NULL, TRUE), '… but by force');
ROLLBACK TO whole;
DO $$
BEGIN
  EXECUTE (SELECT format('UPDATE reeve_index.%I SET tsv = ''''', table_name)
    FROM reeve.search_generation WHERE state = 'building');
END
$$;
SELECT throws_like(format('SELECT reeve.search_swap(%s, NULL, NULL)', :second),
  'the new index of shop/item was not swapped in: it does not find 20 of 20 popular documents %',
  'vectors without words');
ROLLBACK TO whole;
DO $$
BEGIN
  EXECUTE (SELECT format('TRUNCATE reeve_index.word_%s', generation_id)
    FROM reeve.search_generation WHERE state = 'building');
END
$$;
SELECT throws_like(format('SELECT reeve.search_swap(%s, NULL, NULL)', :second),
  'the new index of shop/item was not swapped in: it does not find 20 of 20 popular documents %',
  'a dictionary without words');
ROLLBACK TO whole;
SELECT ok(reeve.search_swap(:second, NULL, NULL), 'a whole one is');

-- A table that has changed stops no other collection.
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 300, 'Velvet');
INSERT INTO reeve.change(collection_id, key) VALUES (:stall, 'c');
UPDATE reeve.change SET xid = '3';
ALTER TABLE "Odd Shop".stall DROP title CASCADE;
SELECT set_eq('SELECT collection_id FROM reeve.search_tick()', ARRAY[:item, :stall],
  'both have changes');
SELECT is(reeve.search_take(:item, 100), 1, 'one is applied');
SELECT throws_ok(format('SELECT reeve.search_take(%s, 100)', :stall), 'RV006', NULL,
  'the other cannot be');
SELECT lives_ok(format('SELECT reeve.search_defer(%s)', :stall));
SELECT is((SELECT count(*)::int FROM reeve.job_key WHERE key = 'search.apply:' || :stall), 1,
  '… and gets a job of its own');
SELECT set_eq($$ SELECT key FROM reeve.search('shop', 'velvet', 'item') $$,
  ARRAY['["c", 300]'], 'what could be read is found');
INSERT INTO reeve.change(collection_id, key) VALUES (:stall, 'c'), (:item, '["c", 300]');
UPDATE reeve.change SET xid = '4';
SELECT set_eq('SELECT collection_id FROM reeve.search_tick()', ARRAY[:item],
  'it is left to its job');
ALTER TABLE "Odd Shop".stall ADD title text;
SELECT is(reeve.search_take(:stall, 100), 1,
  'once it can be read, everything that waits is applied');
SELECT is_empty(format('SELECT FROM reeve.search_waiting WHERE collection_id = %s', :stall));
-- What is no longer searched waits for nothing.
INSERT INTO reeve.search_waiting(collection_id, keys) VALUES (:stall, '{c}');
UPDATE reeve.collection SET search = NULL WHERE collection_id = :stall;
SELECT is(reeve.search_take(:stall, 100), 1);
SELECT is(reeve.search_take(:stall, 100), 0,
  'changes of what is not searched any more are dropped');

-- A long backlog goes to a job from the beginning.
INSERT INTO reeve.search_waiting(collection_id, keys)
SELECT :item, ARRAY[format('["c", %s]', n)] FROM generate_series(100, 110) n;
SELECT is_empty('SELECT collection_id FROM reeve.search_tick()', 'a backlog is not applied here');
SELECT is((SELECT count(*)::int FROM reeve.job_key WHERE key = 'search.apply:' || :item), 1,
  '… but by a job');

-- A log of another server, as after a restore, is read from its beginning.
INSERT INTO reeve.change(collection_id, key, xid) VALUES (:item, '["c", 301]', '99999999999');
UPDATE reeve.change_reader SET xid = '99999999998', seen = '99999999998:99999999998:'
WHERE name = 'search';
SELECT reeve.search_mend();
DELETE FROM reeve.job_key;
DELETE FROM reeve.search_waiting;
SELECT set_eq('SELECT collection_id FROM reeve.search_tick()', ARRAY[:item],
  'places of another server are forgotten');

-- What is searched for, without who.
SELECT isnt_empty('SELECT FROM reeve.search_heard', 'a search notes itself');
DELETE FROM reeve.search_heard;
SELECT reeve.search_note('shop', q, found, ms)
FROM (VALUES ('Silk  Scarf', 3, 4), ('silk scarf!', 5, 4),
  ('ann@example.com', 0, 1), ('0401234567', 0, 1),
  ('velvet hat', 0, 900), ('velvet hat', 0, 1), ('', 0, NULL), (repeat('long ', 100), 1, 1),
  ('nowhere', 0, 2)) q(q, found, ms);
SELECT is_empty($$ SELECT FROM reeve.search_heard WHERE query ~ '@|\d{6}|long' $$,
  'what may be personal is not even noted');
SELECT reeve.search_noted();
SELECT is_empty('SELECT FROM reeve.search_heard', 'what is counted is gone');
SELECT is_empty('SELECT FROM reeve.search_question WHERE query IS NOT NULL',
  'a query is not kept that was asked twice');
SELECT reeve.search_note('shop', 'SILK scarf', 0, 4);
SELECT reeve.search_note('shop', 'ann@example.com', 0, 1) FROM generate_series(1, 5);
SELECT results_eq($$ SELECT * FROM reeve.search_log('shop', 7) $$,
  $$ VALUES ('silk scarf', 3::bigint, 1::bigint), (NULL, 11, 10) $$,
  'from the third time on it is listed; addresses, numbers and texts never are');
SELECT results_eq('SELECT app, asked, empty, p50 < 5, p99 BETWEEN 900 AND 1080
    FROM reeve.search_paces(1)',
  $$ VALUES ('shop', 14::bigint, 11::bigint, TRUE, TRUE) $$,
  'how fast searches were, and how many in vain');
UPDATE reeve.search_question SET day = day - 31;
SELECT is_empty('SELECT * FROM reeve.search_log(NULL, 30)', 'after 30 days they are forgotten');
SELECT reeve.job_advance(pg_temp.attempt(:worker_id, :'nonce', 'search.sync'), 1, 100);
SELECT is_empty('SELECT FROM reeve.search_question');
SELECT * FROM finish();
ROLLBACK;
