-- Ten thousand rows, page by page, while rows come, go, are hidden and change rank, and the index
-- is built anew: as the app's login.
-- On one server: it takes long.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD about text, ADD likes int NOT NULL DEFAULT 0, ADD brand text;
INSERT INTO "Odd Shop".item(stall_code, nr, title, about, likes, brand)
SELECT 'c', n, CASE n % 7 WHEN 0 THEN 'Silk scarf ' || n WHEN 1 THEN 'Wool scarf ' || n
    ELSE 'Scarf ' || n END, CASE n % 5 WHEN 0 THEN 'silk silk' WHEN 1 THEN 'of silk and wool'
    ELSE repeat('as soft as silk ', n % 4 + 1) END, n % 13, 'b' || n % 12
FROM generate_series(100, 9999) n;
RESET ROLE;
CREATE ROLE shop_web LOGIN;
SELECT jsonb_set(pg_temp.manifest(), '{collections,item,search}',
  '{"a": ["title"], "c": ["about"], "popularity": "likes", "facets": ["brand"], "public": true,
    "filters": ["likes"], "roles": ["shop_web"]}') AS manifest \gset
SELECT count(*) AS applied FROM reeve.catalog_apply(:'manifest') \gset
CREATE FUNCTION pg_temp.reeve_build() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin((SELECT collection_id FROM reeve.collection c
    WHERE c.app = 'shop' AND c.name = 'item'), TRUE, 5000);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
  WHILE reeve.search_take((SELECT collection_id FROM reeve.search_generation
    WHERE generation_id = gen), 10000) > 0 LOOP
  END LOOP;
END
$$;
SELECT pg_temp.reeve_build();

CREATE TEMP TABLE page(nth int, key text, cursor text);
GRANT ALL ON page TO shop_web;
-- The next so many pages of a list, or all that there are.
CREATE FUNCTION pg_temp.read(query text, options jsonb, most int DEFAULT 200) RETURNS int
LANGUAGE plpgsql SET ROLE shop_web AS $$
DECLARE
  begun int := (SELECT coalesce(max(nth), 0) FROM page);
  cursor text := (SELECT p.cursor FROM page p WHERE p.nth = begun LIMIT 1);
  answer jsonb;
BEGIN
  FOR n IN begun + 1 .. begun + most LOOP
    answer := "Odd Shop".find_item(query, options || '{"max": 100, "total": 0}'
      || CASE WHEN cursor IS NULL THEN '{}' ELSE jsonb_build_object('after', cursor) END);
    cursor := answer ->> 'next';
    INSERT INTO page SELECT n, r ->> 'key', cursor FROM jsonb_array_elements(answer -> 'results') r;
    EXIT WHEN cursor IS NULL;
  END LOOP;
  RETURN (SELECT count(*) FROM page);
END
$$;
CREATE FUNCTION pg_temp.nr(key text) RETURNS int LANGUAGE sql
AS $$ SELECT (key::jsonb ->> 1)::int $$;

SELECT is(pg_temp.read('silk', '{}', 30), 3000, 'thirty pages');
CREATE TEMP TABLE seen AS SELECT pg_temp.nr(key) AS nr FROM page WHERE key LIKE '["c"%';
-- Some that were on a page and some that were not, each in every way.
CREATE TEMP TABLE changed AS
SELECT nr, cause, is_seen FROM (
  SELECT i.nr, i.nr IN (SELECT nr FROM seen) AS is_seen,
    (ARRAY['deleted', 'hidden', 'better', 'worse', 'other'])[row_number() OVER (
      PARTITION BY i.nr IN (SELECT nr FROM seen) ORDER BY i.nr % 89, i.nr) / 40 + 1] AS cause
  FROM "Odd Shop".item i WHERE i.stall_code = 'c' AND i.nr > 99) c
WHERE cause IS NOT NULL;
CREATE FUNCTION pg_temp.reeve_change() RETURNS void LANGUAGE sql AS $$
  DELETE FROM "Odd Shop".item WHERE nr IN (SELECT nr FROM changed WHERE cause = 'deleted');
  UPDATE "Odd Shop".item SET hidden_until = 'infinity'
  WHERE nr IN (SELECT nr FROM changed WHERE cause = 'hidden');
  UPDATE "Odd Shop".item SET title = 'Silk'
  WHERE nr IN (SELECT nr FROM changed WHERE cause = 'better');
  UPDATE "Odd Shop".item SET title = 'Thing ' || nr || repeat(' of anything and nothing', 20),
    likes = 0 WHERE nr IN (SELECT nr FROM changed WHERE cause = 'worse');
  UPDATE "Odd Shop".item SET title = 'Cotton', about = NULL
  WHERE nr IN (SELECT nr FROM changed WHERE cause = 'other');
  INSERT INTO "Odd Shop".item(stall_code, nr, title, about)
  SELECT 'c', n, 'Silk', 'silk' FROM generate_series(20000, 20049) n
$$;
SELECT pg_temp.reeve_change();
-- How many rows a search looks at because they may have changed.
CREATE FUNCTION pg_temp.looks() RETURNS bigint LANGUAGE sql AS $$
  SELECT coalesce((SELECT calls FROM pg_stat_xact_user_functions
    WHERE schemaname = 'reeve' AND funcname = 'search_document'), 0)
$$;
SET LOCAL track_functions = 'all';
SELECT pg_temp.looks() AS before \gset
SELECT is(pg_temp.read('silk', '{}', 5), 3500, 'the index has not followed yet');
SELECT cmp_ok(pg_temp.looks() - :before, '<', 2500::bigint,
  'rows may have changed: five pages look at few more than they have');
SET LOCAL track_functions = 'none';
SELECT pg_temp.reeve_build();
SELECT is((SELECT count(*)::int FROM (SELECT pg_temp.read('silk', '{}', 200)) r), 1,
  'the list ends');
SELECT is((SELECT count(*) - count(DISTINCT key) FROM page)::int, 0, 'no row comes twice');
SELECT is_empty($$
  SELECT i.nr FROM "Odd Shop".item i LEFT JOIN changed c USING (nr)
  WHERE i.stall_code = 'c' AND i.nr BETWEEN 100 AND 9999
    AND (c.cause IS NULL OR c.cause IN ('better', 'worse'))
  EXCEPT SELECT pg_temp.nr(p.key) FROM page p WHERE p.key LIKE '["c"%' $$,
  'no row is skipped that was there and in sight from the first page to the last');
SELECT is_empty($$
  SELECT c.nr, c.cause
  FROM changed c JOIN page p ON p.nth > 30 AND p.key = format('["c", %s]', c.nr)
  WHERE c.cause IN ('deleted', 'hidden', 'other') $$, 'nor does one come that is gone');
SELECT is((SELECT count(*)::int FROM page WHERE pg_temp.nr(key) >= 20000), 50,
  'what came meanwhile comes on a later page');
SELECT is((SELECT count(DISTINCT cause || is_seen)::int FROM changed), 10, 'of every kind some');

-- No list is longer than 10,000 rows.
INSERT INTO "Odd Shop".item(stall_code, nr, title, about)
SELECT 'a-1', n, 'Silk sock', 'soft' FROM generate_series(100, 499) n;
SELECT pg_temp.reeve_build();
DELETE FROM page;
SELECT is(pg_temp.read('silk scarf', '{}'), 10000, 'a list of any of the words ends');
SELECT is((SELECT count(DISTINCT key)::int FROM page), 10000, '… with as many rows');
SELECT is((SELECT max(octet_length(cursor)) < 70000 FROM page), TRUE, 'a cursor has a bound');
DELETE FROM page;
SELECT is(pg_temp.read('', '{"sort": "-likes"}'), 10000, 'one in the order of a filter ends too');
SELECT is((SELECT count(DISTINCT key)::int FROM page), 10000, '… with as many rows');
SELECT is((SELECT array_agg(i.likes ORDER BY p.nth, i.likes DESC)
    = array_agg(i.likes ORDER BY i.likes DESC) FROM page p
  JOIN "Odd Shop".item i ON p.key = format('["%s", %s]', replace(stall_code, '"', '\"'), nr)), TRUE,
  '… in its order');

-- Facets of thousands of rows are those of the rows that everybody may see now.
CREATE FUNCTION pg_temp.brands(OUT total bigint, OUT list jsonb) LANGUAGE sql AS $$
  WITH found AS (
    SELECT i.brand FROM "Odd Shop".item i
    WHERE concat(i.title, ' ', i.about) ~* E'\\msilk\\M' AND i.hidden_until IS NULL),
  brands AS (
    SELECT f.brand, count(*) AS n FROM found f WHERE f.brand IS NOT NULL
    GROUP BY f.brand ORDER BY n DESC, f.brand LIMIT 10)
  SELECT (SELECT count(*) FROM found), jsonb_agg(jsonb_build_object('value', b.brand, 'count', b.n)
    ORDER BY b.n DESC, b.brand) FROM brands b
$$;
CREATE FUNCTION pg_temp.answer() RETURNS jsonb LANGUAGE sql SET ROLE shop_web AS $$
  SELECT "Odd Shop".find_item('silk', '{"facets": true}')
$$;
SELECT pg_temp.reeve_build();
DELETE FROM reeve.change;
DELETE FROM reeve.search_waiting;
SELECT cmp_ok((SELECT total FROM pg_temp.brands()), '>', 9000::bigint, 'many rows are found');
SELECT is(pg_temp.answer() -> 'total', jsonb_build_object('count', total, 'exact', TRUE),
  'all of them are counted') FROM pg_temp.brands();
SELECT is(pg_temp.answer() #> '{facets,brand}', list, 'and how many have each value')
FROM pg_temp.brands();
UPDATE "Odd Shop".item SET hidden_until = 'infinity' WHERE brand IN ('b3', 'b4', 'b5');
SELECT is(pg_temp.answer() -> 'total', jsonb_build_object('count', total, 'exact', TRUE),
  'those that were hidden a moment ago are not') FROM pg_temp.brands();
SELECT is(pg_temp.answer() #> '{facets,brand}', list, 'nor are their values told')
FROM pg_temp.brands();
UPDATE "Odd Shop".item SET title = title || ' new', hidden_until = CASE WHEN brand IN ('b1', 'b2')
  THEN 'infinity'::timestamptz ELSE hidden_until END;
SELECT is(pg_temp.answer() -> 'total', '{"count": 0, "exact": false}',
  'where all have changed, none is told');
SELECT is(pg_temp.answer() -> 'facets', '{"brand": []}', 'nor are values');
SELECT * FROM finish();
ROLLBACK;
