-- The numbers that search_explain tells, multiplied, are the rank that a search gives.
-- On one server: it takes long.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
ALTER TABLE "Odd Shop".item ADD brand text, ADD body text, ADD popularity int;
UPDATE reeve.collection SET search = '{"a": ["title"], "b": ["brand"], "d": ["body"],
  "popularity": "popularity", "language": "english", "public": true}' WHERE collection_id = :item;
DELETE FROM "Odd Shop".item;

-- Words of a skewed frequency, and queries of words that are there, misspelt, begun, two in one,
-- of another form or nowhere.
SELECT coalesce(current_setting('reeve.seed', TRUE), (random() * 1000000)::int::text) AS seed \gset
SELECT diag('SEED ' || :'seed') WHERE setseed(:seed / 1000001.0) IS NOT NULL;
CREATE FUNCTION pg_temp.reeve_word(OUT word text) LANGUAGE sql VOLATILE AS
$$ SELECT (ARRAY['harbour', 'lantern', 'teapot', 'saddle', 'kettle', 'curtain', 'blanket', 'needle',
  'bottle', 'mirror', 'basket', 'hammer', 'ribbon', 'candle', 'pillow', 'pencil', 'garden',
  'bucket', 'button', 'carpet', 'ladder', 'marble', 'anchor',
  'window'])[1 + floor(24 * random() ^ 2)]
$$;
CREATE FUNCTION pg_temp.reeve_text(count int) RETURNS text LANGUAGE sql VOLATILE AS
$$ SELECT string_agg(w || CASE floor(random() * 9) WHEN 0 THEN 's' WHEN 1 THEN ',' WHEN 2
    THEN ' of the' ELSE '' END, ' ')
   FROM generate_series(1, count) CROSS JOIN LATERAL pg_temp.reeve_word() w $$;
CREATE FUNCTION pg_temp.reeve_asked(count int) RETURNS text LANGUAGE sql VOLATILE AS
$$ SELECT string_agg(CASE floor(random() * 10) WHEN 0 THEN left(w, 4) WHEN 1 THEN left(w, 2)
    || substr(w, 4, 1) || substr(w, 3, 1) || substr(w, 5) WHEN 2 THEN w || pg_temp.reeve_word()
    WHEN 3 THEN w || 's' WHEN 4 THEN (ARRAY['the', 'of', 'for'])[1 + length(w) % 3]
    WHEN 5 THEN CASE WHEN length(w) = 7 THEN '"' || w || '"' ELSE w END
    WHEN 6 THEN CASE WHEN random() < 0.3 THEN 'zzyzx' ELSE w END ELSE w END, ' ')
   FROM generate_series(1, count) CROSS JOIN LATERAL pg_temp.reeve_word() w $$;
INSERT INTO "Odd Shop".item(stall_code, nr, title, brand, body, popularity)
SELECT 'c', n, pg_temp.reeve_text(1 + n % 5), pg_temp.reeve_text(n % 2),
  pg_temp.reeve_text(3 + (n * 11 % 40)), (random() * 9)::int
FROM generate_series(1, 700) n;
INSERT INTO "Odd Shop".item(stall_code, nr, title, body, popularity)
VALUES ('c', 7001, 'teapot', 'kettle', 1), ('c', 7002, 'harbour lantern', 'saddle', 2),
  ('c', 7003, 'the harbour', 'saddle', 3), ('c', 7004, 'lid for the teapot', 'tin', 2);
SELECT reeve.search_begin(:item, FALSE, 20000) AS gen \gset
SELECT count(did) AS steps FROM generate_series(1, 7) n
CROSS JOIN LATERAL reeve.search_step(:gen + 0 * n, NULL, NULL) \gset
SELECT reeve.search_swap(:gen, NULL, NULL) AS swapped \gset
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
INSERT INTO reeve.search_rule(collection_id, kind, words, value, added_by)
SELECT :item, 'pin', 'saddle', '["c", 7001]', 'test' UNION ALL
SELECT :item, 'synonym', 'wash', 'garden anchor', 'test';

CREATE TEMP TABLE query AS
SELECT n, pg_temp.reeve_asked(1 + n % 9) AS asked FROM generate_series(1, 90) n
UNION ALL
SELECT 200 + n, q FROM unnest(ARRAY['saddle', 'teapot', 'the harbour', 'harbour lantern', 'wash',
  'for the teapot', 'the of', 'nothing here', '1', 'harbour lantern teapot saddle kettle curtain'
  ' blanket needle the basket']) WITH ORDINALITY u(q, n);
CREATE TEMP TABLE told AS
SELECT q.n, e.* FROM query q
CROSS JOIN LATERAL reeve.search_explain('shop', q.asked, 'item', max => 4) e;
CREATE TEMP TABLE found AS
SELECT q.n, 'item:' || s.key AS subject, s.rank FROM query q
CROSS JOIN LATERAL reeve.search('shop', q.asked, 'item', max => 4) s;
SELECT cmp_ok((SELECT count(DISTINCT n) FROM found), '>', 85::bigint, 'nearly all find something');
SELECT is((SELECT string_agg(DISTINCT step, ', ' ORDER BY step) FROM told WHERE subject <> 'item'),
  'length, less, name, neighbours, pin, points, rank, stop words, title, total, words',
  'every step occurs');
SELECT results_eq(
  'SELECT n, subject, number::real FROM told WHERE step = ''rank'' ORDER BY 1, 2, 3',
  'SELECT n, subject, rank FROM found ORDER BY 1, 2, 3', 'told are the rows of a search');
CREATE TEMP TABLE multiplied AS
SELECT t.n, t.subject, max(number) FILTER (WHERE step = 'rank') AS rank,
  coalesce(max(number) FILTER (WHERE step = 'total'), max(number) FILTER (WHERE step = 'points'), 1)
  * coalesce(exp(sum(ln(number)) FILTER (
    WHERE step NOT IN ('points', 'less', 'total', 'rank'))), 1) AS number,
  sum(number) FILTER (WHERE step = 'points') AS points,
  max(number) FILTER (WHERE step = 'total') AS total
FROM told t WHERE subject <> 'item' GROUP BY t.n, t.subject;
SELECT is_empty($$ SELECT q.asked, m.* FROM multiplied m JOIN query q USING (n)
  WHERE abs(m.number - m.rank) > 0.0005 $$, 'the numbers multiplied are the rank');
SELECT is_empty('SELECT * FROM multiplied WHERE abs(total - points) > 0.001',
  'the total is the sum of the points of the words');
SELECT is_empty($$ SELECT * FROM told
  WHERE step IN ('points', 'less') AND abs(value * ts_rank - number) > 0.0003 $$,
  'points are value times ts_rank');
SELECT is_empty($$ SELECT n, subject, word FROM told WHERE step IN ('points', 'less')
  GROUP BY n, subject, word HAVING max(number) FILTER (WHERE step = 'less')
    > max(number) FILTER (WHERE step = 'points') $$, 'of the ways of a word the best counts');
SELECT is_empty($$ SELECT * FROM told
  WHERE step IN ('points', 'less') AND (matched IS NULL OR found !~ '^[abd] \d') $$,
  'what matched is told, and where');
-- Of one variant a word's value is its weight times its idf, as a share of all words.
SELECT is_empty($$ SELECT t.*, w.number, i.number FROM told t
  JOIN told w ON w.n = t.n AND w.word = t.word AND w.matched = t.matched AND w.step = 'exact'
    AND w.subject = 'item'
  JOIN told i ON i.n = t.n AND i.word = t.word AND i.step = 'idf'
  WHERE t.step = 'points' AND abs(t.value - w.number * i.number * 1.6449 / (
    SELECT sum(o.number) FROM told o WHERE o.n = t.n AND o.step = 'idf')) > 0.001
    -- Where all words are there as they are.
    AND (SELECT count(*) FROM told o WHERE o.n = t.n AND o.step = 'idf') = (
      SELECT count(*) FROM told o WHERE o.n = t.n AND o.step = 'exact' AND o.found <> '0 rows') $$,
  'the value of a word is told by its weight and idf');
SELECT * FROM finish();
ROLLBACK;
