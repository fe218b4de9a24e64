-- The same answers as a scorer that looks at every document, for random documents and queries.
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
  pg_temp.reeve_text(40), 0), ('c', 7003, 'v02 harbour', 'quay', -1), ('c', 7004, 'v00 the',
  pg_temp.reeve_text(40), 0);

SELECT reeve.search_begin(:item, FALSE, 20000) AS gen \gset
SELECT did FROM generate_series(1, 5) n
CROSS JOIN LATERAL reeve.search_step(:gen + 0 * n, NULL, NULL);
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
    SELECT d.key, d.popularity, d.tsv, t.place,
      (t.next IS NOT NULL AND d.tsv @@ t.pair)::int AS near,
      t.idf * 2 ^ ((greatest(1, least(CASE WHEN r.rank < 0.39 THEN 13 ELSE 28 END, 16 + round(
        4 * ln(1.6449 * r.rank::float8 / (0.7 + 0.3 * length(d.tsv) / t.average)) / ln(2::float8))))
        - 16) / 4) AS score
    FROM term t CROSS JOIN document d
    CROSS JOIN LATERAL (SELECT ts_rank('{0.3,0.5,0.65,1}', d.tsv, t.word::tsquery) AS rank) r
    WHERE r.rank > 0
  )
  SELECT h.key, (sum(h.score) * count(*) / (SELECT count(*) FROM term)
    * (1 + 0.15 * sum(h.near) / greatest(1, (SELECT count(*) - 1 FROM term)))
    * (1 + 0.3 / greatest(1, cardinality(stops))
      * (SELECT count(*) FROM unnest(stops) s(word) WHERE h.tsv @@ (s.word || ':A')::tsquery))
    * CASE WHEN tsvector_to_array(ts_filter(h.tsv, '{a}')) = ARRAY(
        SELECT word FROM term UNION ALL SELECT unnest(stops) ORDER BY 1)
        AND cardinality(query || stops) <= 4
      THEN 1.5 ELSE 1 END / (SELECT sum(idf) FROM term))::numeric(20, 9) AS score
  FROM hit h GROUP BY h.key, h.popularity, h.tsv
  ORDER BY 2 DESC, h.popularity DESC, h.key LIMIT max
$$;

CREATE TEMP TABLE asked AS
SELECT n, ARRAY(
  SELECT w FROM (
    SELECT DISTINCT 'v' || to_char(floor(60 * random() ^ 2.5), 'FM00') AS w
    FROM generate_series(1, 1 + n % 4)) d ORDER BY md5(w || n)) AS query
FROM generate_series(1, 24) n;
INSERT INTO asked VALUES (25, '{v00}'), (26, '{v01}'), (27, '{v00,v01}'), (28, '{v59,v58}');
SELECT results_eq(
  format('SELECT key FROM reeve.search_top(%s, %L, ''TRUE'', 10)', :gen, query),
  format('SELECT key FROM pg_temp.reeve_best(%s, %L, 10)', :gen, query),
  'the best for ' || query::text) FROM asked;

SELECT ok(tsvector_to_array(ts_filter(tsv, '{a}')) = '{v00}',
  'a title of just these words is first')
FROM reeve.search_top(:gen, '{v00}', 'TRUE', 1) JOIN document USING (key);
SELECT ok(tsvector_to_array(ts_filter(tsv, '{a}')) <@ '{v00,v01}', '… in any order')
FROM reeve.search_top(:gen, '{v00,v01}', 'TRUE', 1) JOIN document USING (key);
SELECT results_eq(format($$ SELECT key FROM reeve.search_top(%s, '{v00}', 'i.popularity = 3', 5) $$,
  :gen), format($$ SELECT key FROM pg_temp.reeve_best(%s, '{v00}', 10000) JOIN document USING (key)
  WHERE popularity = 3 ORDER BY score DESC, key LIMIT 5 $$, :gen),
  'a condition comes before the limit');

-- With a language its stop words find no document, but a title that has them is better.
UPDATE reeve.search_generation SET languages = '{english}' WHERE generation_id = :gen;
SELECT results_eq(
  format('SELECT key FROM reeve.search_top(%s, %L, ''TRUE'', 10)', :gen, query || stops),
  format('SELECT key FROM pg_temp.reeve_best(%s, %L, 10, %L)', :gen, query, stops),
  'the best for ' || (query || stops)::text)
FROM asked, unnest(ARRAY['the', 'of the', 'who is not the']) WITH ORDINALITY u(text, nr)
CROSS JOIN LATERAL (SELECT string_to_array(u.text, ' ') AS stops) s WHERE n % 3 = nr - 1;
SELECT ok(tsvector_to_array(ts_filter(tsv, '{a}')) = '{the,v00}',
  'a title with its stop word is first')
FROM reeve.search_top(:gen, '{the,v00}', 'TRUE', 1) JOIN document USING (key);
UPDATE reeve.search_generation SET languages = '{}' WHERE generation_id = :gen;

SELECT key AS best FROM reeve.search_top(:gen, '{v00}', 'TRUE', 1) \gset
INSERT INTO reeve.subject(collection_id, key, hidden_by, hidden_until)
VALUES (:item, :'best', '{0}', 'infinity');
SELECT is_empty(format($$ SELECT FROM reeve.search_top(%s, '{v00}', 'TRUE', 20)
  WHERE key = %L $$, :gen, :'best'), 'what is hidden now never comes');
SELECT is((SELECT count(*)::int FROM reeve.search_top(:gen, '{v00}', 'TRUE', 20)), 20,
  '… and takes no place');
SELECT is((SELECT count(*)::int FROM reeve.search_top(:gen,
  (SELECT array_agg('v' || to_char(n, 'FM00')) FROM generate_series(0, 29) n), 'TRUE', 20)), 20,
  'many common words have an answer');
SELECT is(reeve.search_complete(:gen, begun, 'TRUE', 10), ARRAY[key],
  'the least popular title of 2,000 is suggested for ' || begun::text)
FROM document CROSS JOIN (VALUES ('{har}'::text[]), ('{v02,h}'), ('{v02,ha}'), ('{v02,harb}'),
  ('{harbour,v0}')) t(begun)
WHERE ts_filter(tsv, '{a}') @@ 'harbour';
SELECT is(reeve.search_complete(:gen, '{quay}', 'TRUE', 10), '{}', '… and no word of other fields');
-- How many documents a query of one word expects at each level, beside how many there are.
CREATE TEMP TABLE expectation AS
SELECT w.word, a.level, a.expected, d.found
FROM word w
CROSS JOIN LATERAL reeve.search_plan(:gen, ARRAY[w.word]) p
CROSS JOIN LATERAL unnest(p.asks, p.expected) WITH ORDINALITY a(ask, expected, level)
CROSS JOIN LATERAL (SELECT count(*) AS found FROM document i JOIN reeve.search_generation g
  ON g.generation_id = :gen
  WHERE reeve.search_marked(i.tsv, g.average, '{a,b}') @@ a.ask::tsquery) d
WHERE w.word ~ '^v';
SELECT ok(max(abs(expected - found)) < 0.01, 'marks that are common are counted')
FROM expectation WHERE found > 20;
SELECT ok(sum(expected) BETWEEN 0.4 * sum(found) AND 2 * sum(found),
  '… and of the others it is known about how many there are')
FROM expectation WHERE found BETWEEN 1 AND 7;
SELECT ok(avg(expected) < 1, '… or that there is none') FROM expectation WHERE found = 0;

-- Of many documents only those are ranked that promise most; a count of them makes these many.
UPDATE reeve.search_generation SET documents = 30000 WHERE generation_id = :gen;
DELETE FROM reeve.subject WHERE collection_id = :item AND key = :'best';
SELECT cmp_ok((
  SELECT count(*) FROM asked
  CROSS JOIN LATERAL (SELECT t.key FROM reeve.search_top(:gen, query, 'TRUE', 10) t
    INTERSECT SELECT b.key FROM pg_temp.reeve_best(:gen, query, 10) b) both_have), '>',
  (SELECT 9 * count(*) FROM asked), 'most of the best of many documents are found');
UPDATE reeve.search_generation SET common = NULL, shares = NULL, chances = NULL
WHERE generation_id = :gen;
SELECT cmp_ok((
  SELECT count(*) FROM asked
  CROSS JOIN LATERAL (SELECT t.key FROM reeve.search_top(:gen, query, 'TRUE', 10) t
    INTERSECT SELECT b.key FROM pg_temp.reeve_best(:gen, query, 10) b) both_have), '>',
  (SELECT 8 * count(*) FROM asked), '… also if it is not known how common its marks are');
SELECT ok(tsvector_to_array(ts_filter(tsv, '{a}')) <@ '{v00,v01}',
  'a title of these words is first of many')
FROM reeve.search_top(:gen, '{v00,v01}', 'TRUE', 1) JOIN document USING (key);
SELECT is((SELECT count(*)::int FROM reeve.search_top(:gen, query, 'TRUE', 20)), 20,
  'a page of many for ' || query::text) FROM asked WHERE n > 24 AND n < 28;

SELECT is_empty($$
  SELECT field, class FROM unnest('{a,b,c,d}'::text[]) field, generate_series(1, 28) class
  WHERE reeve.search_level_marks(field::"char", class) IS DISTINCT FROM (
    SELECT coalesce(string_agg(chr(l) || E'\x01\x02', '' ORDER BY l), '')
    FROM unnest(reeve.search_levels(ARRAY[field])) l WHERE l <= class) $$,
  'a word has the mark of each level that its class reaches');
-- Of average length, so a word once in a title is of class 16, once more in c of class 17, and a
-- word in b of class 14.
SELECT is(reeve.search_marked('''it''''s'':1A silk:2A,9C wool:3B on:4D'::tsvector, 4, '{a,b}'),
  '''it''''s'':1A silk:2A,9C wool:3B on:4D'::tsvector || array_to_tsvector(ARRAY[
    E'\x0eit''s', E'\x10it''s', E'\x0esilk', E'\x10silk', E'\x11silk', E'\x0ewool', E'\x1eit',
    E'\x1esi', E'\x1f' || left(md5('it''s silk'), 8)]),
  'a document is found by its words and their marks');
SELECT is(reeve.search_marked('', 4, '{a,b}'), '', '… and one without words by none');
SELECT * FROM finish();
ROLLBACK;
