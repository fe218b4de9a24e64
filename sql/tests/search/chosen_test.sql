-- Each value that facets count is found when somebody chooses it, by a filter or in a query.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD seller bigint, ADD score float8, ADD price numeric,
  ADD refs bigint[], ADD brand text, ADD tags text[];
DELETE FROM "Odd Shop".item;
INSERT INTO "Odd Shop".item(stall_code, nr, title, seller, score, price, refs, brand, tags)
SELECT 'c', n, 'Silk thing ' || n, 1234567890123456780 + n, n / 3.0::float8,
  1000000000000000 + n + 0.5, ARRAY[1234567890123456780 + n], b, ARRAY[b, 'all', 'All', 'all']
FROM unnest(ARRAY['Acme', ' Lead', 'Trail ', '2024-10', '2024-10-05', '2024-1', '42', '4.20', '-1',
  'it''s', 'a OR b', '1..2', '2024-10-05 12:00', 'ACME', 'acmé', 'ACME']) WITH ORDINALITY u(b, n);
RESET ROLE;
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,item,search}', '{"a": ["title"], "filters": [], "public": true,
    "facets": ["seller", "score", "price", "refs", "brand", "tags"]}')) \g /dev/null
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
CREATE FUNCTION pg_temp.build(c int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(c, FALSE, 5);
BEGIN
  WHILE (SELECT s.did NOT IN ('built', 'stale') FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
END
$$;
SELECT pg_temp.build(:item);
CREATE TEMP TABLE counted AS
  SELECT f.field, f.value, f.documents FROM reeve.search_count(
    reeve.search_ask(reeve.search_live('shop', 'item'), '', '{}', NULL, FALSE),
    '{seller,score,price,refs,brand,tags}', 50000, 100) f WHERE f.field IS NOT NULL;
CREATE FUNCTION pg_temp.found(query text, filters jsonb) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM reeve.search_find(
    reeve.search_ask(reeve.search_live('shop', 'item'), query, filters, NULL, FALSE), 200, NULL)
$$;
SELECT is((SELECT count(DISTINCT field) FROM counted), 6::bigint, 'all facets count');
SELECT is_empty($$SELECT field, value, documents, pg_temp.found('', jsonb_build_object(field,
    CASE WHEN field IN ('brand', 'tags') THEN to_jsonb(value) ELSE value::jsonb END))
  FROM counted WHERE documents <> pg_temp.found('', jsonb_build_object(field,
    CASE WHEN field IN ('brand', 'tags') THEN to_jsonb(value) ELSE value::jsonb END))$$,
  'a filter finds as many as were counted');
SELECT is_empty($$SELECT field, value, documents,
    pg_temp.found(format('%s:"%s"', field, value), '{}')
  FROM counted WHERE documents <> pg_temp.found(format('%s:"%s"', field, value), '{}')$$,
  'so does a query');
SELECT is(ARRAY(
    SELECT ROW(value, documents)::text FROM counted
    WHERE field IN ('brand', 'tags') AND value ~* '^(acm|all)' ORDER BY field, value),
  '{"(ACME,4)","(ACME,4)","(All,16)"}',
  'a document counts once, and spellings that a filter does not tell apart as one value');
SELECT is(pg_temp.found('', '{"seller": {"min": 1234567890123456781}}'),
  (SELECT count(*) FROM "Odd Shop".item), 'a bound of nineteen digits is a number');
SELECT is(pg_temp.found('', '{"score": {"max": 0.3333333333333333}}'), 1::bigint,
  'and one of sixteen behind the point');
SELECT * FROM finish();
ROLLBACK;
