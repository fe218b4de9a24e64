-- Ranges and orders of filters find the same as a look at every row, and do not look at every row.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
ALTER TABLE "Odd Shop".item ADD price numeric, ADD weight float8, ADD fee money, ADD sizes int[],
  ADD made timestamptz, ADD code text, ADD likes int;
UPDATE reeve.collection SET search = '{"a": ["title"], "popularity": "likes",
  "filters": ["price", "weight", "fee", "sizes", "made", "code"]}' WHERE collection_id = :item;
DELETE FROM "Odd Shop".item;
INSERT INTO "Odd Shop".item(stall_code, nr, title, price, weight, fee, sizes, made, code, likes)
SELECT 'c', n, 'thing ' || n, CASE WHEN n % 4 > 0 THEN n % 500 / 4.0 - 20 END,
  CASE n % 3 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' ELSE n::float8 END, (n % 7)::text::money,
  ARRAY[n % 10, 40 + n % 5], '2026-01-01 12:00Z'::timestamptz + n % 90 * interval '1 day',
  (n % 50)::text, CASE WHEN n > 19990 THEN -1 ELSE n % 1000 END
FROM generate_series(1, 20000) n;
UPDATE "Odd Shop".item SET price = 1000 + nr WHERE nr > 19996;
SELECT reeve.search_begin(:item, FALSE, 20000) AS gen \gset
SELECT did FROM generate_series(1, 7) n
CROSS JOIN LATERAL reeve.search_step(:gen + 0 * n, NULL, NULL);
SELECT reeve.search_swap(:gen, NULL, NULL);
SELECT 'reeve_index.' || table_name AS documents FROM reeve.search_generation
WHERE generation_id = :gen \gset
SELECT is(ranges, '{fee,made,price,weight}', 'numbers and moments have an order each')
FROM reeve.search_generation WHERE generation_id = :gen;

CREATE FUNCTION pg_temp.found(query text, sort text, max int) RETURNS int[] LANGUAGE sql AS $$
  SELECT array_agg((s.key::jsonb ->> 1)::int ORDER BY s.nth)
  FROM reeve.search_find(
    reeve.search_ask(reeve.search_live('shop', 'item'), query, '{}', sort, FALSE), max, NULL)
    WITH ORDINALITY s(gen, key, label, rank, marked, snippet, corrected, place, nth) $$;
CREATE FUNCTION pg_temp.rows(condition text, sort text, max int) RETURNS int[]
LANGUAGE plpgsql AS $$
DECLARE
  keys int[];
BEGIN
  EXECUTE format('SELECT array_agg(nr) FROM (SELECT nr FROM "Odd Shop".item WHERE %s
    ORDER BY %s likes DESC, jsonb_build_array(stall_code, nr)::text LIMIT %s) i', condition,
    sort || ' NULLS LAST, ', max) INTO keys;
  RETURN keys;
END
$$;
SELECT is(pg_temp.found(query, NULL, 50), pg_temp.rows(condition, NULL, 50), query)
FROM (VALUES ('price:>1000', 'price > 1000'), ('price:-20..-18', 'price BETWEEN -20 AND -18'),
  ('price:<=-20', 'price <= -20'), ('price:>104.5', 'price > 104.5'),
  ('-price:>-19', 'price > -19 IS NOT TRUE'),
  ('price:>99 OR price:<-19', 'price > 99 OR price < -19'), ('price:>abc', 'FALSE'),
  ('price:..', 'price IS NOT NULL'), ('weight:<100', 'weight < 100'),
  ('weight:>0', $$ weight > 0 AND weight NOT IN ('NaN', 'Infinity') $$), ('fee:<3', 'FALSE'),
  ('made:2026-03', $$ made >= '2026-03-01Z' AND made < '2026-04-01Z' $$),
  ('made:>2026-03-29 price:<50', $$ made >= '2026-03-30Z' AND price < 50 $$),
  ('sizes:>43 price:>1000', 'price > 1000 AND sizes[2] > 43'), ('code:<3', 'code::int < 3'),
  ('thing', 'TRUE')) v(query, condition);
SELECT is(pg_temp.found(query, sort, 70), pg_temp.rows(condition, by, 70), query || ' by ' || sort)
FROM (VALUES ('', 'price', 'TRUE', 'price'), ('', '-price', 'TRUE', 'price DESC'),
  ('', 'made', 'TRUE', 'made'), ('', '-made', 'TRUE', 'made DESC'),
  ('price:>1000', 'made', 'price > 1000', 'made'),
  ('made:2026-01-02..2026-01-03', '-price',
    $$ made >= '2026-01-02Z' AND made < '2026-01-04Z' $$, 'price DESC'),
  ('-price:>-19.9', '-price', 'price > -19.9 IS NOT TRUE', 'price DESC'),
  ('thing', '-price', 'TRUE', 'price DESC')) v(query, sort, condition, by);

-- How often a query reads a block of documents.
CREATE FUNCTION pg_temp.read(documents text, query text, sort text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  before bigint := pg_stat_get_xact_blocks_fetched(documents::regclass);
BEGIN
  PERFORM pg_temp.found(query, sort, 20);
  RETURN pg_stat_get_xact_blocks_fetched(documents::regclass) - before;
END
$$;
SELECT cmp_ok(pg_temp.read(:'documents', query, sort), '<=', most::bigint,
  query || ' by ' || coalesce(sort, 'popularity'))
FROM (VALUES ('price:>1000', NULL, 10010), ('', '-price', 100),
  ('', 'made', 600), ('price:>1000', '-price', 10)) v(query, sort, most);
SELECT * FROM finish();
ROLLBACK;
