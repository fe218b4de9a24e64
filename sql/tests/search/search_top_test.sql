-- The same answers as a scorer that looks at every document, for random documents and queries.
-- On one server: it takes long.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
ALTER TABLE "Odd Shop".item ADD brand text, ADD body text, ADD popularity int;
UPDATE reeve.collection SET search = '{"a": ["title"], "b": ["brand"], "d": ["body"],
  "popularity": "popularity"}' WHERE collection_id = :item;
DELETE FROM "Odd Shop".item;

-- Words of a skewed frequency: v00 is in most documents, v59 in few.
SELECT coalesce(current_setting('reeve.seed', TRUE), (random() * 1000000)::int::text) AS seed \gset
SELECT diag('SEED ' || :'seed') WHERE setseed(:seed / 1000001.0) IS NOT NULL;
CREATE FUNCTION pg_temp.reeve_text(count int) RETURNS text LANGUAGE sql VOLATILE AS
$$ SELECT string_agg('v' || to_char(floor(60 * random() ^ 2.5), 'FM00'), ' ')
   FROM generate_series(1, count) $$;
INSERT INTO "Odd Shop".item(stall_code, nr, title, brand, body, popularity)
SELECT 'c', n, concat_ws(' ', pg_temp.reeve_text(1 + (n * 7 % 6)), CASE WHEN random() < 0.3
    THEN (ARRAY['the', 'of the', 'not', 'who is the'])[1 + n % 4] END), pg_temp.reeve_text(n % 2),
  pg_temp.reeve_text(5 + (n * 11 % 40)), (random() * 9)::int
FROM generate_series(1, 1990) n;
INSERT INTO "Odd Shop".item(stall_code, nr, title, body, popularity)
VALUES ('c', 7001, 'v00', pg_temp.reeve_text(40), 0), ('c', 7002, 'v01 v00',
  pg_temp.reeve_text(40), 0), ('c', 7003, 'v02 harbour', 'quay', -1), ('c', 7004, 'the v00',
  pg_temp.reeve_text(40), 0);

SELECT reeve.search_begin(:item, FALSE, 20000) AS gen \gset
SELECT did FROM generate_series(1, 7) n
CROSS JOIN LATERAL reeve.search_step(:gen + 0 * n, NULL, NULL);
-- Posting tiers of many documents at once are those of each.
CREATE FUNCTION pg_temp.reeve_stale(generation_id int) RETURNS bigint LANGUAGE sql AS
$$ SELECT sum(v.missing + v.extra + v.stale + v.waiting)::bigint
   FROM reeve.search_verify(generation_id, TRUE) v $$;
DELETE FROM reeve.change;
SELECT is(pg_temp.reeve_stale(:gen), 0::bigint,
  'documents are in the tiers that they should be in');
SAVEPOINT weights;
UPDATE reeve.search_constant SET value = (ARRAY[0.99, 0.1, 0.1, 1])[ascii(right(name, 1)) - 96]
WHERE name LIKE 'weight\__';
SELECT reeve.search_begin(:item, TRUE, 700) AS other \gset
SELECT count(did) AS steps FROM generate_series(1, 11) n
CROSS JOIN LATERAL reeve.search_step(:other + 0 * n, NULL, NULL) \gset
SELECT is(pg_temp.reeve_stale(:other), 0::bigint, '… where later fields count more, too');
ROLLBACK TO weights;

SELECT format('CREATE TEMP VIEW document AS SELECT * FROM reeve_index.%I', table_name)
FROM reeve.search_generation WHERE generation_id = :gen \gexec
SELECT format('CREATE TEMP VIEW word AS SELECT * FROM reeve_index.%I', 'word_' || :gen) \gexec

-- What every document scores, by looking at all of them.
CREATE FUNCTION pg_temp.reeve_best(
  generation_id int, query text[], max int, stops text[] DEFAULT '{}')
RETURNS TABLE(key text, score numeric) LANGUAGE sql AS
$$
  WITH term AS (
    SELECT q.place, q.word, ln(1 + (g.documents - w.df + 0.5) / (w.df + 0.5)) AS idf,
      g.average, phraseto_tsquery('simple', q.word || ' ' || n.word) AS pair, n.word AS next
    FROM unnest(query) WITH ORDINALITY q(word, place)
    JOIN word w USING (word)
    JOIN reeve.search_generation g ON g.generation_id = reeve_best.generation_id
    LEFT JOIN unnest(query) WITH ORDINALITY n(word, place) ON n.place = q.place + 1
  ), hit AS (
    SELECT d.key, d.popularity, d.tsv, d.norm, t.place,
      (t.next IS NOT NULL AND d.tsv @@ t.pair)::int AS near,
      t.idf * pi() ^ 2 / 6 * r.rank::float8 AS score
    FROM term t CROSS JOIN document d
    CROSS JOIN LATERAL (SELECT ts_rank('{0.3,0.5,0.8,1}', d.tsv, t.word::tsquery) AS rank) r
    WHERE r.rank > 0
  )
  SELECT h.key, (sum(h.score) * count(*) / (SELECT count(*) FROM term) * h.norm
    * (1 + 0.15 * sum(h.near) / greatest(1, (SELECT count(*) - 1 FROM term)))
    * (1 + 0.3 / greatest(1, cardinality(stops))
      * (SELECT count(*) FROM unnest(stops) s(word) WHERE h.tsv @@ (s.word || ':A')::tsquery))
    * CASE WHEN tsvector_to_array(ts_filter(h.tsv, '{a}')) = ARRAY(
        SELECT word FROM term UNION ALL SELECT unnest(stops) ORDER BY 1)
        AND cardinality(query || stops) <= 4
      THEN 1.5 ELSE 1 END
    -- The last word of these titles is what they are the name of.
    * CASE WHEN (SELECT count(*) FROM term) <= 3 AND EXISTS (
        SELECT FROM term WHERE word = (
          SELECT o.lexeme FROM unnest(h.tsv) o
          CROSS JOIN unnest(o.positions, o.weights) x(position, weight)
          WHERE x.weight = 'A' ORDER BY x.position DESC LIMIT 1))
      THEN 1 + 0.6 / (SELECT count(*) FROM term) ^ 2 ELSE 1 END
    / (SELECT sum(idf) FROM term))::numeric(20, 6) AS score
  FROM hit h GROUP BY h.key, h.popularity, h.tsv, h.norm
  ORDER BY 2 DESC, h.popularity DESC, h.key LIMIT max
$$;

CREATE TEMP TABLE asked AS
SELECT n, ARRAY(
  SELECT w FROM (
    SELECT DISTINCT 'v' || to_char(floor(60 * random() ^ 2.5), 'FM00') AS w
    FROM generate_series(1, 1 + n % 4)) d ORDER BY md5(w || n)) AS query
FROM generate_series(1, 24) n;
CREATE FUNCTION pg_temp.reeve_top(generation_id int, words text[], condition text, max int)
RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  q reeve.search_query := reeve.search_ask(ARRAY[generation_id], array_to_string(words, ' '), '{}',
    NULL, FALSE);
BEGIN
  q.conditions := ARRAY[condition];
  RETURN QUERY SELECT f.key FROM reeve.search_found(q, max) f;
END
$$;
INSERT INTO asked VALUES (25, '{v00}'), (26, '{v01}'), (27, '{v00,v01}'), (28, '{v59,v58}');
SELECT results_eq(
  format('SELECT * FROM pg_temp.reeve_top(%s, %L, ''TRUE'', 10)', :gen, query),
  format('SELECT key FROM pg_temp.reeve_best(%s, %L, 10)', :gen, query),
  'the best for ' || query::text) FROM asked;

SELECT ok(tsvector_to_array(ts_filter(tsv, '{a}')) = '{v00}',
  'a title of just these words is first')
FROM pg_temp.reeve_top(:gen, '{v00}', 'TRUE', 1) t(key) JOIN document USING (key);
SELECT ok(tsvector_to_array(ts_filter(tsv, '{a}')) <@ '{v00,v01}', '… in any order')
FROM pg_temp.reeve_top(:gen, '{v00,v01}', 'TRUE', 1) t(key) JOIN document USING (key);
SELECT results_eq(format($$ SELECT * FROM pg_temp.reeve_top(%s, '{v00}', 'i.popularity = 3', 5) $$,
  :gen), format($$ SELECT key FROM pg_temp.reeve_best(%s, '{v00}', 10000) JOIN document USING (key)
  WHERE popularity = 3 ORDER BY score DESC, key LIMIT 5 $$, :gen),
  'a condition comes before the limit');

-- With a language its stop words find no document, but a title that has them is better.
UPDATE reeve.search_generation SET languages = '{english}' WHERE generation_id = :gen;
SELECT results_eq(
  format('SELECT * FROM pg_temp.reeve_top(%s, %L, ''TRUE'', 10)', :gen, query || stops),
  format('SELECT key FROM pg_temp.reeve_best(%s, %L, 10, %L)', :gen, query, stops),
  'the best for ' || (query || stops)::text)
FROM asked, unnest(ARRAY['the', 'of the', 'who is not the']) WITH ORDINALITY u(text, nr)
CROSS JOIN LATERAL (SELECT string_to_array(u.text, ' ') AS stops) s WHERE n % 3 = nr - 1;
SELECT ok(tsvector_to_array(ts_filter(tsv, '{a}')) = '{the,v00}',
  'a title with its stop word is first')
FROM pg_temp.reeve_top(:gen, '{the,v00}', 'TRUE', 1) t(key) JOIN document USING (key);
UPDATE reeve.search_generation SET languages = '{}' WHERE generation_id = :gen;

SELECT pg_temp.reeve_top(:gen, '{v00}', 'TRUE', 1) AS best \gset
INSERT INTO reeve.subject(collection_id, key, hidden_by, hidden_until)
VALUES (:item, :'best', '{0}', 'infinity');
SELECT is_empty(format($$ SELECT FROM pg_temp.reeve_top(%s, '{v00}', 'TRUE', 20) t(key)
  WHERE key = %L $$, :gen, :'best'), 'what is hidden now never comes');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_top(:gen, '{v00}', 'TRUE', 20)), 20,
  '… and takes no place');
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_top(:gen,
  (SELECT array_agg('v' || to_char(n, 'FM00')) FROM generate_series(0, 29) n), 'TRUE', 20)), 20,
  'many common words have an answer');
SELECT is(reeve.search_complete(:gen, begun, 'TRUE', 10, NULL), ARRAY[key],
  'the least popular title of 2,000 is suggested for ' || begun::text)
FROM document CROSS JOIN (VALUES ('{har}'::text[]), ('{v02,h}'), ('{v02,ha}'), ('{v02,harb}'),
  ('{harbour,v0}')) t(begun)
WHERE ts_filter(tsv, '{a}') @@ 'harbour';
SELECT is(reeve.search_complete(:gen, '{quay}', 'TRUE', 10, NULL), '{}',
  '… and no word of other fields');
-- Posting tiers: where a document belongs, its impact says; they are the best of a word.
SELECT is_empty($$
  SELECT d.key FROM document d
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(chr(13 + c.tier::int) || w.word ORDER BY w.word, c.tier), '{}') AS due
    FROM word w CROSS JOIN LATERAL unnest(w.cuts) WITH ORDINALITY c(cut, tier)
    WHERE w.word = ANY (tsvector_to_array(d.tsv)) AND reeve.search_impact(
      2::real * ts_rank('{0.3,0.5,0.8,1}', d.tsv,
        (w.word || E' | ''\x1e' || w.word || '''')::tsquery), d.norm, d.popularity, d.key)
        >= c.cut) t
  WHERE t.due IS DISTINCT FROM (
    SELECT coalesce(array_agg(l ORDER BY substr(l, 2), ascii(l)), '{}')
    FROM unnest(tsvector_to_array(d.tsv)) l WHERE ascii(l) BETWEEN 14 AND 16) $$,
  'a document has a lexeme for each tier that its impact reaches');
SELECT is_empty($$
  SELECT w.word FROM word w
  CROSS JOIN LATERAL unnest(w.cuts) WITH ORDINALITY c(cut, tier)
  CROSS JOIN LATERAL (SELECT count(*) AS n FROM document d
    WHERE d.tsv @@ quote_literal(chr(13 + c.tier::int) || w.word)::tsquery) f
  WHERE f.n <> 64 * 8 ^ (c.tier - 1) $$, 'a tier has its size');
SELECT set_eq($$ SELECT w.word, cardinality(w.cuts) FROM word w WHERE w.word ~ '^v' $$,
  $$ SELECT w.word, CASE WHEN w.df > 1280 THEN 2 WHEN w.df > 160 THEN 1 END FROM word w
    WHERE w.word ~ '^v' $$, 'and only words of many documents have some');
-- Of many documents only those are ranked that promise most; a count of them makes these many.
UPDATE reeve.search_generation SET documents = 30000 WHERE generation_id = :gen;
DELETE FROM reeve.subject WHERE collection_id = :item AND key = :'best';
SELECT cmp_ok((
  SELECT count(*) FROM asked
  CROSS JOIN LATERAL (SELECT t.key FROM pg_temp.reeve_top(:gen, query, 'TRUE', 10) t(key)
    INTERSECT SELECT b.key FROM pg_temp.reeve_best(:gen, query, 10) b) both_have), '>',
  (SELECT 9 * count(*) FROM asked), 'most of the best of many documents are found');
SELECT ok(tsvector_to_array(ts_filter(tsv, '{a}')) <@ '{v00,v01}',
  'a title of these words is first of many')
FROM pg_temp.reeve_top(:gen, '{v00,v01}', 'TRUE', 1) t(key) JOIN document USING (key);
SELECT is((SELECT count(*)::int FROM pg_temp.reeve_top(:gen, query, 'TRUE', 20)), 20,
  'a page of many for ' || query::text) FROM asked WHERE n > 24 AND n < 28;

SELECT is_empty('SELECT word FROM word WHERE word < '' ''', 'a dictionary has words only');
-- Tiers say where to look first: without them other steps find the same.
SAVEPOINT tiers;
SELECT format('UPDATE reeve_index.%I SET tsv = ts_delete(tsv, ARRAY(SELECT l
  FROM unnest(tsvector_to_array(tsv)) l WHERE ascii(l) BETWEEN 14 AND 16))', table_name)
FROM reeve.search_generation WHERE generation_id = :gen \gexec
SELECT cmp_ok((
  SELECT count(*) FROM asked
  CROSS JOIN LATERAL (SELECT t.key FROM pg_temp.reeve_top(:gen, query, 'TRUE', 10) t(key)
    INTERSECT SELECT b.key FROM pg_temp.reeve_best(:gen, query, 10) b) both_have), '>',
  (SELECT 9 * count(*) FROM asked), 'most of the best are found where tiers are stale');
ROLLBACK TO tiers;
SELECT isnt_empty($$ SELECT FROM pg_proc WHERE pronamespace = 'reeve_index'::regnamespace $$,
  'a generation has functions of its own');
DROP VIEW document, word;
SELECT reeve.search_drop(:gen);
SELECT is_empty($$ SELECT proname FROM pg_proc WHERE pronamespace = 'reeve_index'::regnamespace
  UNION ALL
  SELECT relname FROM pg_class WHERE relnamespace = 'reeve_index'::regnamespace $$,
  '… which go with it');
SELECT is(reeve.search_document('''it''''s'':2A silk:1A wool:3B'::tsvector,
    ARRAY[reeve.search_filter_lexeme(0, '"Acme Co"'), reeve.search_filter_lexeme(1, '42'),
      reeve.search_filter_lexeme(1, '4.50'), reeve.search_filter_lexeme(2, NULL)], 'a', TRUE,
    'it''s'),
  '''it''''s'':2A silk:1A wool:3B'::tsvector || E'''\x1eit''''s'':1B'::tsvector
  || array_to_tsvector(ARRAY[
    E'\x1d0acme co', E'\x1d1#42', E'\x1d1#4.5', E'\x1c',
    E'\x1f' || left(md5('it''s silk'), 12)]),
  'a document is found by its words, filters, title, its name and whether it is seen');
SELECT is(reeve.search_document('', '{}', 'a', FALSE, NULL), '', '… and one without words by none');
SELECT is(reeve.search_head(t.title, t.stems), t.head,
  'the name of ' || coalesce(t.title, 'nothing'))
FROM (VALUES ('Leather phone case for Galaxa 21', '{english_stem}'::regdictionary[], 'case'),
  ('The Lamps of Venice', '{english_stem}', 'lamps'), ('Rice, white, cooked', '{}', 'rice'),
  ('(Navajo) Bread', '{}', 'navajo'), ('Étui pour téléphone', '{english_stem,french_stem}', 'etui'),
  ('Case for X', '{}', 'x'), ('the', '{english_stem}', NULL), (' , ', '{}', NULL),
  (NULL, '{}', NULL),
  ('Women''s Shoe* "Ann"', '{}', 'ann'), ('Kellogg''s, flakes', '{english_stem}', 'kellogg'),
  (E'it''s \\ a', '{}', 'a'), (E'\x1e', '{}', NULL), (repeat('word ', 60), '{}', 'word'))
  t(title, stems, head);
SELECT * FROM finish();
ROLLBACK;
