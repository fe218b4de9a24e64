BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
DELETE FROM reeve.approval_rule;
SELECT no_plan();
\ir ../fixtures/worker.sql
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
DELETE FROM reeve.change;
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'search.sync') AS job \gset
UPDATE reeve.job_kind SET step_rows = NULL WHERE name = 'search.sync';
-- Moves changes from the log and applies what waits; how many were moved.
CREATE FUNCTION pg_temp.reeve_sync(job bigint, max int DEFAULT 100) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  moved bigint := (SELECT a.rows FROM reeve.job_advance(job, 1, max) a);
BEGIN
  LOOP
    PERFORM reeve.search_take(c, 100)
    FROM (SELECT DISTINCT w.collection_id FROM reeve.search_waiting w) w(c);
    EXIT WHEN NOT FOUND;
  END LOOP;
  RETURN moved;
END
$$;
CREATE FUNCTION pg_temp.reeve_keys(query text,
  max int DEFAULT 50) RETURNS SETOF text LANGUAGE sql AS
$$ SELECT q.key FROM reeve.search('shop', query, 'item', max => max) q $$;

-- What the indexer of the program does, in one session and ranges of so many rows.
CREATE FUNCTION pg_temp.reeve_build(collection_id int, size int, OUT gen int, OUT steps text)
LANGUAGE plpgsql AS $$
DECLARE
  s record;
BEGIN
  gen := reeve.search_begin(collection_id, FALSE, size);
  LOOP
    SELECT * INTO s FROM reeve.search_step(gen, NULL, NULL);
    steps := concat_ws(' ', steps, s.did);
    EXIT WHEN s.did IN ('built', 'stale');
  END LOOP;
END
$$;
CREATE FUNCTION pg_temp.reeve_differences(gen int, OUT missing bigint, OUT extra bigint,
  OUT stale bigint)
LANGUAGE sql AS
$$ SELECT sum(v.missing), sum(v.extra), sum(v.stale) FROM reeve.search_verify(gen) v $$;

SELECT throws_ok($$ SELECT pg_temp.reeve_keys('silk') $$, '55000',
  'nothing of shop/item is indexed yet', 'a search without an index says so');
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$ SELECT * FROM reeve.search_built('shop') $$,
  $$ VALUES ('shop/item', FALSE) $$, 'what is searched and not indexed is listed');
RESET SESSION AUTHORIZATION;
SELECT is((reeve.job_advance(:job, 2, 100)).state, 'lost', 'a stale lease indexes nothing');
SELECT is(pg_temp.reeve_sync(:job), 0::bigint, 'sync does not build');
SELECT is((SELECT count(*)::int FROM reeve.job_key WHERE key = 'search.reindex:' || :item), 1,
  '… but asks for a job that does');
SELECT is((pg_temp.reeve_build(:item, 5)).steps,
  'sample sample sample cuts load load load '
  'text words key popularity built', 'a build is made of pieces');
SELECT generation_id AS gen FROM reeve.search_generation WHERE state = 'building' \gset
SELECT is((pg_temp.reeve_build(:item, 5)).gen, :gen, 'what was begun goes on');
SELECT results_eq(format('SELECT documents, state FROM reeve.search_status() WHERE generation_id '
  '= %s',
  :gen), $$ VALUES (12::bigint, 'building') $$, 'status tells of it');
SELECT throws_ok($$ SELECT pg_temp.reeve_keys('silk') $$, '55000', NULL,
  'what is being built does not answer');
SELECT results_eq(format('SELECT range, source, indexed FROM reeve.search_verify(%s)', :gen),
  $$ VALUES (0, 5::bigint, 5::bigint), (1, 5, 5), (2, 2, 2) $$, 'ranges go by the typed key');
SELECT ok(reeve.search_swap(:gen, NULL, NULL), 'it is swapped in');
SELECT ok(NOT reeve.search_swap(:gen, NULL, NULL), '… once');
SELECT is(pg_temp.reeve_sync(:job), 0::bigint, 'nothing is left to do');

-- Verification tells apart what is missing, extra and stale; the log repairs it.
DO $do$
BEGIN
  EXECUTE (SELECT format('DELETE FROM reeve_index.%1$I WHERE key = %2$L;
    UPDATE reeve_index.%1$I SET key = ''["nowhere", 1]'' WHERE key = %3$L;
    UPDATE reeve_index.%1$I SET digest = 0 WHERE key IN (%4$L, %5$L)', table_name, '["a-1", 1]',
    '["a-1", 2]', '["c", 3]', '["c", 4]') FROM reeve.search_generation WHERE state = 'live');
END
$do$;
SELECT results_eq(format('SELECT * FROM pg_temp.reeve_differences(%s)', :gen),
  $$ VALUES (2::bigint, 1::bigint, 2::bigint) $$, 'missing, extra and stale are counted apart');
SELECT ok(reeve.search_repair(:gen, ARRAY(SELECT unnest(keys) FROM reeve.search_verify(:gen)), NULL,
  NULL), 'their documents are made again');
SELECT results_eq(format('SELECT * FROM pg_temp.reeve_differences(%s)', :gen),
  $$ VALUES (0::bigint, 0::bigint, 0::bigint) $$, '… and nothing differs');
SELECT reeve.search_words_repair(:gen, NULL, NULL);

-- What digests of the source do not show.
DO $do$
BEGIN
  EXECUTE (SELECT format('UPDATE reeve_index.%1$I SET tsv = '''' WHERE key IN (%3$L, %4$L);
    UPDATE reeve_index.%1$I SET fields = ''{"price": [1]}'' WHERE key = ''["a-1", 2]'';
    DELETE FROM reeve_index.%2$I WHERE word = ''silk'';
    UPDATE reeve_index.%2$I SET df = 99 WHERE word = ''thing'';
    INSERT INTO reeve_index.%2$I(word, df, shown) VALUES (''ghost'', 1, 1)', table_name,
    'word_' || generation_id, '["a-1", 1]', '["c", 3]')
    FROM reeve.search_generation WHERE state = 'live');
END
$do$;
SELECT is((SELECT sum(v.stale) FROM reeve.search_verify(:gen) v), 0::numeric,
  'the digests are right');
SELECT is((SELECT sum(v.stale) FROM reeve.search_verify(:gen, TRUE) v), 3::numeric,
  '… but a thorough comparison sees emptied vectors and other values to filter by');
SELECT set_has(format('SELECT reeve.search_words_verify(%s)', :gen),
  $$ VALUES ('silk'), ('thing'), ('ghost') $$, '… and a dictionary of other words');
SELECT ok(reeve.search_repair(:gen, ARRAY(SELECT unnest(keys) FROM reeve.search_verify(:gen, TRUE)),
  NULL, NULL));
SELECT isnt(reeve.search_words_repair(:gen, NULL, NULL), 0::bigint);
SELECT is((SELECT sum(v.stale) FROM reeve.search_verify(:gen, TRUE) v), 0::numeric,
  'both are repaired');
SELECT is_empty(format('SELECT reeve.search_words_verify(%s)', :gen));
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('silk')), 12, 'it answers');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('SÎLK!')), 12,
  'case, accents and signs are nothing');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('th')), 12,
  'the last word may be a beginning');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('th silk')), 12, 'any word is enough');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('th wool')), 12,
  '… and so may one that is in no document');
SELECT is_empty($$ SELECT pg_temp.reeve_keys('13 wool') $$, '… unless none begins so');
SELECT set_eq($$ SELECT key FROM reeve.search('shop', 'silk 3', NULL, max => 3) $$,
  ARRAY['["a-1", 3]', '["b\"2", 3]', '["c", 3]'], 'what has every word comes first');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('silk 3', 4)), 4, 'no more than asked for');

-- Hostile text
SELECT lives_ok(format('SELECT pg_temp.reeve_keys(%L)', q), 'query ' || quote_literal(q))
FROM unnest(ARRAY['', ' ', '''', '\', ':*', '& | !', 'a & (b', 'silk:*A', '<->', 'x'' OR 1=1 --',
  E'\u202e\x01', repeat('silk ', 100000), repeat('x', 1000000), '''silk'':*', '"', '%', '$1',
  'éàü 漢字 😀', 'drop table', '-1', '10e5', '1.5']) q;
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('silk'') | (''thing')), 12,
  'signs are spaces');
SELECT throws_ok($$ SELECT * FROM reeve.search('nope', 'x') $$, 'RV003', NULL,
  'an unknown app is refused');
SELECT throws_ok($$ SELECT * FROM reeve.search('shop', 'x', 'person') $$, 'RV003', NULL,
  'so is a collection that is not searched');
SET SESSION AUTHORIZATION shop_vic;
SELECT isnt_empty($$ SELECT * FROM reeve.search('shop', 'silk', 'item', max => 1) $$,
  'a viewer may search');
RESET SESSION AUTHORIZATION;

-- A ban is in search with its transaction; the index has not moved.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "fraud", "forever": true}', NULL)), 'done', 'a seller is banned');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_keys('silk')), 4,
  'their things are out of search at once');
SELECT is((SELECT count(DISTINCT k)::int FROM reeve.change c
    CROSS JOIN LATERAL unnest(coalesce(c.keys, ARRAY[c.key])) k), 8,
  'whether everybody may see them is logged');
DELETE FROM reeve.change;

-- The log: an open transaction's changes wait.
UPDATE "Odd Shop".item SET title = 'Wool sock' WHERE stall_code = 'c' AND nr = 1;
DELETE FROM "Odd Shop".item WHERE stall_code = 'c' AND nr = 2;
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 50, repeat('Wool ', 60000));
SELECT set_eq('SELECT unnest(coalesce(keys, ARRAY[key])) FROM reeve.change',
  ARRAY['["c", 1]', '["c", 2]', '["c", 50]'], 'triggers log what was written');
SELECT is(pg_temp.reeve_sync(:job), 0::bigint,
  'changes of a transaction that runs are not read');
SELECT ok(reeve.change_lag('search'), '… and known to wait');
SELECT results_eq(
  format('SELECT sum(source), sum(indexed), sum(waiting) FROM reeve.search_verify(%s)', :gen),
  'VALUES (12::numeric, 12::numeric, 3::numeric)',
  'verify counts what waits, and does not compare it');
-- As if that transaction, and one older, were long over.
UPDATE reeve.change SET xid = '3';
INSERT INTO reeve.change_reader(name, app) VALUES ('other', 'shop');
SELECT is(pg_temp.reeve_sync(:job, 2), 2::bigint, 'changes are applied,
  so many at a time');
SELECT is((SELECT count(*)::int FROM reeve.change), 3, '… and stay for a reader that is slower');
SELECT is(pg_temp.reeve_sync(:job), 1::bigint, '… until none is left');
SELECT ok(NOT reeve.change_lag('search'));
SELECT set_eq($$ SELECT pg_temp.reeve_keys('wool') $$, ARRAY['["c", 1]', '["c", 50]'],
  'the index holds what the rows hold');
SELECT set_eq($$ SELECT pg_temp.reeve_keys('silk') $$, ARRAY['["c", 3]', '["c", 4]'],
  'what is gone is gone from the index');
SELECT ok(reeve.change_advance(jsonb_populate_record(r,
    '{"xid": "3", "change_id": 9223372036854775807}')), 'a reader moves on')
FROM reeve.change_reader r WHERE r.name = 'other';
SELECT ok(NOT reeve.change_advance(jsonb_populate_record(r, '{"xid": "2"}')), '… and never back')
FROM reeve.change_reader r WHERE r.name = 'other';
SELECT is((SELECT count(*)::int FROM reeve.change), 0, 'what all readers have read is purged');
DELETE FROM reeve.change_reader WHERE name = 'other';

-- TRUNCATE, and another declaration
TRUNCATE "Odd Shop".item;
SELECT results_eq('SELECT key FROM reeve.change', ARRAY[NULL::text], 'TRUNCATE is logged');
SELECT results_eq(format('SELECT sum(source), sum(indexed), sum(waiting),
  sum(missing + extra + stale) FROM reeve.search_verify(%s)', :gen),
  'VALUES (0::numeric, 12::numeric, 12::numeric, 0::numeric)', '… and waits: no drift');
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 51, 'Linen');
UPDATE reeve.change SET xid = '4';
SELECT is(pg_temp.reeve_sync(:job), 2::bigint);
SELECT is_empty($$ SELECT pg_temp.reeve_keys('wool') $$, '… and empties the index');
SELECT set_eq($$ SELECT pg_temp.reeve_keys('linen') $$, ARRAY['["c", 51]'],
  '… but for what came after');
SELECT is_empty(format('SELECT word FROM reeve_index.word_%s WHERE word ~ ''wool''', :gen),
  'words that no document has are forgotten');

-- Another declaration
SELECT reeve.search_begin(:item, FALSE, 5) AS early \gset
UPDATE reeve.collection SET search = '{"d": ["title"], "popularity": "nr", "language": "english"}'
WHERE collection_id = :item;
SELECT is((SELECT did FROM reeve.search_step(:early, NULL, NULL)), 'stale',
  'a build of another declaration goes no further');
SELECT throws_ok(format('SELECT * FROM reeve.search_verify(%s)', :gen), 'RV005', NULL,
  '… and an index of another is not compared');
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 7, 'Linens');
SELECT is((pg_temp.reeve_build(:item, 5)).gen > :early, TRUE, '… but begun anew');
SELECT generation_id AS second FROM reeve.search_generation WHERE state = 'building' \gset
SELECT is_empty(format('SELECT FROM reeve.change_reader WHERE name = ''search.%s''', :early),
  'the one before reads the log no more');
-- A writer while it is built: the change waits for the building generation as well.
UPDATE "Odd Shop".item SET title = 'Hemp' WHERE stall_code = 'c' AND nr = 51;
DELETE FROM "Odd Shop".item WHERE stall_code = 'c' AND nr = 7;
UPDATE reeve.change SET xid = '9223372036854775807' WHERE xid > '4';
UPDATE reeve.change SET xid = '5';
UPDATE reeve.change_reader SET xid = '4' WHERE name = 'search.' || :second;
SELECT is(reeve.search_catch_up(:second, 100, NULL, NULL), 2,
  'it catches up, reading for itself');
SELECT is((SELECT count(*)::int FROM reeve.change), 3, '… while the live one has still to read');
SELECT results_eq(format('SELECT * FROM pg_temp.reeve_differences(%s)', :second),
  $$ VALUES (0::bigint, 0::bigint, 0::bigint) $$, 'it is what its rows make');
SELECT ok(reeve.search_swap(:second, NULL, NULL));
SELECT is(reeve.search_prune(:item, NULL, NULL), 0, 'the generation before stays');
SELECT set_eq($$ SELECT pg_temp.reeve_keys('hemps') $$, ARRAY['["c", 51]'],
  'words are stemmed as declared');
SELECT throws_ok(format('SELECT reeve.search_revive(%s)', :item), 'RV005', NULL,
  'there is no way back to what is declared no more');
SELECT (pg_temp.reeve_build(:item, 5)).gen AS third \gset
SELECT ok(reeve.search_swap(:third, NULL, NULL));
SELECT is(reeve.search_prune(:item, NULL, NULL), 1, 'the one before that goes');
SELECT is((SELECT count(*)::int FROM pg_class WHERE relnamespace = 'reeve_index'::regnamespace
  AND relkind = 'r' AND relname LIKE 'document\_' || :item || '\_%'), 2, '… with its table');
SELECT is(reeve.search_revive(:item), :second, 'the way back is the one before');
SELECT throws_ok(format('SELECT reeve.search_revive(%s)', :item), 'RV004', NULL,
  '… once at a time');
SELECT ok(reeve.search_swap(:second, NULL, NULL));
SELECT set_eq(format('SELECT generation_id, state FROM reeve.search_status(''shop'')
  WHERE collection_id = %s', :item),
  format('VALUES (%s, ''live''), (%s, ''retired'')', :second, :third), 'they have changed places');
SELECT throws_ok(format($$ SET SESSION AUTHORIZATION shop_vic;
  SELECT reeve.search_begin(%s, FALSE, 5) $$, :item), '42501', NULL, 'a viewer builds nothing');
RESET SESSION AUTHORIZATION;

-- Typing errors, on words of the dictionary
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('c', 60, 'Cashmere'), ('c', 61,
  'Velvet'),
  ('c', 62, 'Velver velver'), ('c', 63, 'ab12 abd');
UPDATE reeve.change SET xid = '6';
SELECT lives_ok(format('SELECT pg_temp.reeve_sync(%s)', :job));
SELECT results_eq(format($$ SELECT key, corrected FROM reeve.search('shop', %L, 'item',
  max => 9) $$, q),
  format($$ VALUES ('["c", 60]', %L) $$, 'cashmere'), 'typed as ' || q)
FROM unnest(ARRAY['cshmere', 'caashmere', 'cashmore', 'cahsmere']) q;
SELECT set_eq($$ SELECT key, corrected FROM reeve.search('shop', 'velvet', 'item', max => 9) $$,
  $$ VALUES ('["c", 61]', NULL) $$, 'a word that is known is taken as it is');
SELECT is_empty($$ SELECT pg_temp.reeve_keys('13') $$, 'numbers are not corrected');
SELECT set_eq(format('SELECT pg_temp.reeve_keys(%L)', q), ARRAY['["c", 63]'], 'typed as ' || q)
FROM unnest(ARRAY['ab21', 'ab 12', 'adb', 'abe']) q;
SELECT results_eq($$ SELECT marked FROM reeve.search('shop', 'velvet', 'item', max => 1) $$,
  $$ VALUES (ARRAY['', 'Velvet']) $$, 'matched words are marked');
SELECT is(reeve.search_mark('Ün-Été <b>été</b>!', NULL, '{ete}', NULL),
  ARRAY['Ün-', 'Été', ' <b>', 'été', '</b>!'], '… as they stand');
SELECT is(array_to_string(reeve.search_mark(l, reeve.search_pattern('{a}', 'b'), '{a}', 'b'), ''),
  l,
  'nothing is lost of a label')
FROM unnest(ARRAY['', ' ', 'a', 'a b c', E'\u202e\x01a', repeat('a b ', 400), repeat('x', 3000)]) l;
SELECT is(reeve.word_distance(a, b), d, a || ' to ' || b) FROM (VALUES
  ('silk', 'silk', 0), ('silk', 'slik', 1), ('silk', 'sil', 1), ('silk', 'silks', 1),
  ('silk', 'milk', 1), ('silk', 'mill', 2), ('', 'a', 1), ('abcd', 'badc', 2)) v(a, b, d);

SELECT is(reeve.search_words('澳門'), ARRAY['澳门'],
  'two letters without a blank are a word, alone too');
SELECT is(reeve.search_words('人民元'), ARRAY['人民', '民元'], '… three are two words');

SELECT * FROM finish();
ROLLBACK;
