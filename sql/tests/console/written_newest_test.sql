-- The newest rows that have some words: those that a plain scan finds. Hardly more rows than are
-- asked for are read, however many have the words.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(18);

SELECT collection_id AS person FROM reeve.collection WHERE app = 'shop' AND name = 'person' \gset
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset

-- Rows of 30 blocks of each index: 100 in a block, or 10.
SELECT coalesce(current_setting('reeve.seed', TRUE), (random() * 1000000)::int::text) AS seed \gset
SELECT diag('SEED ' || :'seed') WHERE setseed(:seed / 1000001.0) IS NOT NULL;
CREATE FUNCTION pg_temp.reeve_text() RETURNS text LANGUAGE sql AS $$
  SELECT 'samovar ' || string_agg(w[1 + floor(power(random(), 2) * cardinality(w))::int], ' ')
  FROM (VALUES ('{leak,leaks,leaky,blue,bluer,kettle,kettles,tea,teapot,crème,Brühe,スカーフ,偽物,
    it''s,e-mail,no,a,1.5,never,came}'::text[])) v(w),
    generate_series(1, 1 + floor(random() * 9)::int)
$$;
SET LOCAL session_replication_role = replica;
INSERT INTO reeve.report(report_id, collection_id, key, words, filed_by) OVERRIDING SYSTEM VALUE
SELECT 9000000 + i * 327, CASE WHEN i % 600 = 0 THEN :item ELSE :person END, i % 50,
  CASE WHEN i % 40 > 0 THEN pg_temp.reeve_text() || CASE i % 2 WHEN 1 THEN ' odd' ELSE ' even' END
  END, 'app'
FROM generate_series(1, 3000) i;
INSERT INTO reeve.action(action_id, verb, collection_id, key, actor, reason, public_reason,
  batch_id) OVERRIDING SYSTEM VALUE
SELECT 9000000 + i * 327, (ARRAY['note', 'suspend'])[1 + i / 3 % 2],
  CASE WHEN i % 7 = 0 THEN :item ELSE :person END, nullif(i % 50, 0), 'shop_ann',
  CASE WHEN i % 9 > 0 THEN t.reason END, CASE WHEN i % 5 = 0 THEN pg_temp.reeve_text() END,
  t.batch_id
FROM generate_series(1, 3000) i
CROSS JOIN LATERAL (
  SELECT pg_temp.reeve_text() AS reason, NULL::int AS batch_id WHERE i % 3 > 0
  UNION ALL SELECT 'samovar teapot of batch ' || i / 400, i / 200 WHERE i % 3 = 0) t;
INSERT INTO reeve.case(case_id, collection_id, key, severity, opened_at, due_at)
OVERRIDING SYSTEM VALUE
SELECT 9000000 + i, CASE WHEN i <= 60 THEN :item ELSE :person END, i, 'low', now(), now()
FROM generate_series(1, 2000) i;
INSERT INTO reeve.case_reason(command_id, case_id, reason)
SELECT 9000000 + i * 1310, 9000000 + i, CASE WHEN i % 10 > 0 THEN pg_temp.reeve_text() END
FROM generate_series(1, 1500) i;
INSERT INTO reeve.reveal(command_id, kind, collection_id, key, asked_by, digest)
SELECT 9000000 + i * 6553, CASE WHEN i % 9 = 0 THEN 'find' ELSE 'fields' END,
  CASE WHEN i % 4 = 0 THEN :item ELSE :person END, CASE WHEN i % 9 > 0 THEN i END, 'shop_ann',
  sha256('')
FROM generate_series(1, 300) i;
INSERT INTO reeve.reveal_reason(command_id, salt, reason)
SELECT 9000000 + i * 6553, '', pg_temp.reeve_text() FROM generate_series(1, 300) i;
INSERT INTO reeve.appeal(action_id, actors, collection_id, key, words, filed_by)
SELECT 9000000 + i * 3270, '{shop_ann}', :person, i, pg_temp.reeve_text(), 'app'
FROM generate_series(1, 300) i;

-- What a plain scan finds.
CREATE FUNCTION pg_temp.reeve_scanned(
  source text, looked_for tsquery, collections int[], most int)
RETURNS bigint[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(id ORDER BY id DESC), '{}')
  FROM (
    SELECT id FROM (
      SELECT 'reports', report_id, collection_id, reeve.written_vector(words) FROM reeve.report
      UNION ALL
      SELECT CASE verb WHEN 'note' THEN 'notes' ELSE 'reasons' END, action_id, collection_id,
        reeve.written_vector(reason, public_reason)
      FROM reeve.action x
      WHERE key IS NOT NULL AND (batch_id IS NULL OR NOT EXISTS (
        SELECT FROM reeve.action b WHERE b.batch_id = x.batch_id AND b.action_id < x.action_id
          AND (b.reason, b.public_reason) IS NOT DISTINCT FROM (x.reason, x.public_reason)))
      UNION ALL
      SELECT 'looks', command_id, collection_id, reeve.written_vector(reason)
      FROM reeve.reveal_reason JOIN reeve.reveal USING (command_id) WHERE key IS NOT NULL
      UNION ALL
      SELECT 'cases', command_id, collection_id, reeve.written_vector(reason)
      FROM reeve.case_reason JOIN reeve.case USING (case_id)
      UNION ALL
      SELECT 'appeals', action_id, a.collection_id, reeve.written_vector(words, l.reason)
      FROM reeve.appeal l JOIN reeve.action a USING (action_id)) f(of, id, about, vector)
    WHERE f.of = source AND f.about = ANY (collections) AND f.vector @@ looked_for
    ORDER BY id DESC LIMIT most) n
$$;
CREATE FUNCTION pg_temp.reeve_newest(
  source text, looked_for tsquery, collections int[], most int)
RETURNS bigint[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(n ORDER BY n DESC), '{}')
  FROM reeve.written_newest(source, looked_for, collections, most) n
$$;
CREATE TEMPORARY TABLE asked AS
SELECT s.source, q.every, q.marks, c.collections, m.most
FROM generate_series(1, 80) i
CROSS JOIN LATERAL (SELECT string_agg(CASE WHEN n > 1 AND random() < .2 THEN '-' ELSE '' END
    || CASE WHEN random() < .2 THEN '"' || w || '"' ELSE w END, ' ') AS query
  FROM (SELECT n, (ARRAY['samovar', 'lea', 'leak', 'blu', 'blue', 'kettle', 'tea', 'teapot',
      'creme', 'bru', 'スカーフ', '偽物', 'it''s', 'e-mail', 'no', 'a', '1.5', 'nev', 'odd', 'even',
      'batch', 'batch 3', 'zzz'])[1 + floor(random() * 23)::int] AS w
    FROM generate_series(1, 1 + i % 4) n) w) x
CROSS JOIN LATERAL reeve.written_query(x.query) q
CROSS JOIN LATERAL (SELECT (ARRAY['reports', 'notes', 'reasons', 'looks', 'cases', 'appeals'])
  [1 + i % 6] AS source) s
CROSS JOIN LATERAL (SELECT CASE floor(random() * 3)::int WHEN 0 THEN ARRAY[:person]
  WHEN 1 THEN ARRAY[:item] ELSE ARRAY(SELECT collection_id FROM reeve.collection) END
  AS collections) c
CROSS JOIN LATERAL (SELECT (ARRAY[1, 7, 50, 500])[1 + floor(random() * 4)::int] AS most) m;
SELECT is((SELECT jsonb_agg(a) FROM asked a
  WHERE pg_temp.reeve_newest(source, every, collections, most)
    <> pg_temp.reeve_scanned(source, every, collections, most)), NULL,
  'every word is found where a plain scan finds it');
SELECT is((SELECT jsonb_agg(a) FROM asked a
  WHERE pg_temp.reeve_newest(source, marks, collections, most)
    <> pg_temp.reeve_scanned(source, marks, collections, most)), NULL, 'and so is any of them');
SELECT cmp_ok((SELECT count(*)::int FROM asked
  WHERE pg_temp.reeve_newest(source, every, collections, most) <> '{}'), '>', 20, 'many find some');
UPDATE reeve.action SET reason = NULL WHERE batch_id IS NOT NULL AND action_id % 10 < 3;
SELECT is(pg_temp.reeve_newest(source, q, collections, 500),
    pg_temp.reeve_scanned(source, q, collections, 500),
  format('what is left of the %s of batches is listed once a text', source))
FROM (VALUES ('notes'), ('reasons')) s(source),
  (VALUES ('''teapot'' & ''batch'''::tsquery, ARRAY[:person, :item])) v(q, collections);
SELECT is((SELECT sum(cardinality(pg_temp.reeve_newest(source, 'teapot & batch',
    ARRAY[:person, :item], 500)))::int FROM (VALUES ('notes'), ('reasons')) s(source)),
  (SELECT count(DISTINCT (batch_id, reason, public_reason))::int FROM reeve.action
    WHERE batch_id IS NOT NULL AND key IS NOT NULL
      AND reeve.written_vector(reason, public_reason) @@ 'teapot & batch'),
  'and nothing twice');

-- Rows read of a table.
CREATE FUNCTION pg_temp.reeve_read(
  relation regclass, source text, looked_for tsquery, collections int[], most int)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  before bigint;
  after bigint;
BEGIN
  SELECT seq_tup_read + idx_tup_fetch INTO before FROM pg_stat_xact_user_tables
  WHERE relid = relation;
  PERFORM count(*) FROM reeve.written_newest(source, looked_for, collections, most);
  SELECT seq_tup_read + idx_tup_fetch INTO after FROM pg_stat_xact_user_tables
  WHERE relid = relation;
  RETURN after - before;
END
$$;
ANALYZE reeve.report, reeve.action, reeve.case, reeve.case_reason, reeve.appeal, reeve.reveal,
  reeve.reveal_reason;
SELECT cmp_ok(pg_temp.reeve_read(relation, source, '''samovar'':*', all_of, 10), '<', most,
  format('%s: of a word that is in every row the newest block is read', source))
FROM (VALUES ('reports', 'reeve.report'::regclass, 120), ('notes', 'reeve.action', 150),
    ('reasons', 'reeve.action', 150), ('looks', 'reeve.reveal_reason', 30),
    ('cases', 'reeve.case_reason', 120), ('appeals', 'reeve.appeal', 60))
    v(source, relation, most),
  (SELECT array_agg(collection_id) FROM reeve.collection) c(all_of);
SELECT cmp_ok(pg_temp.reeve_read('reeve.report', 'reports', looked_for, collections, 500), '<',
    most, what)
FROM (VALUES
  ('''odd'':* & ''even'':*'::tsquery, ARRAY[:person, :item], 40,
    'of words that never meet no row is read'),
  ('''samovar'':* & !''odd'' & !''even''', ARRAY[:person, :item], 40, 'nor of one without others'),
  ('''samovar'':* & ''a'' & ''no''', ARRAY[:person, :item], 1000, 'of words that meet, no others'),
  ('''samovar'':*', ARRAY[:item], 50, 'of a rare collection, its rows'),
  ('''zzz'':* | ''odd'':* | ''samovar'':*', ARRAY[:person, :item], 700,
    'of some words, the newest blocks')) v(looked_for, collections, most, what);
SELECT cmp_ok(pg_temp.reeve_read('reeve.case_reason', 'cases', '''samovar'':*', ARRAY[:item], 10),
  '<', 100, 'of a small collection no more than was written about it');

SELECT * FROM finish();
ROLLBACK;
