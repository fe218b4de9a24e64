-- Stock from an inventory system: by its own SKUs, with the time of the last sync.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,rival,ann}'::text[]) p \g /dev/null

SELECT pg_temp.shop('shop', pg_temp.kept('owner')), pg_temp.shop('theirs', pg_temp.kept('rival'))
\g /dev/null

SELECT pg_temp.thing(t, pg_temp.kept(s), 5)
FROM (VALUES ('bag', 'shop'), ('coat', 'shop'), ('scarf', 'theirs')) v(t, s) \g /dev/null

SELECT pg_temp.book('visit', 'ann', 'shop', 'coat') \g /dev/null

\set at '''2026-01-02 10:00+00'''

:as_app;

SELECT randevoo.variant_sku_set(pg_temp.kept(o), pg_temp.kept(t), k, :at)
FROM (VALUES ('owner', 'bag', 'B-1'), ('owner', 'coat', 'C-1'), ('rival', 'scarf', 'B-1'))
  v(o, t, k)
\g /dev/null

SELECT throws_ok(format('SELECT randevoo.variant_sku_set(%s, %s, %L, now())', pg_temp.kept('owner'),
  pg_temp.kept('coat'), 'B-1'), 'RN012', NULL, 'a SKU is one product''s of a store');

SELECT throws_ok(format('SELECT randevoo.%s', c), 'RN003', NULL, 'nobody else says ' || c)
FROM unnest(ARRAY[
  format('variant_sku_set(%s, %s, %L, now())', pg_temp.kept('rival'), pg_temp.kept('bag'), 'X'),
  format('stock_sync(%s, %s, %L, %L, now())', pg_temp.kept('rival'), pg_temp.kept('shop'), '{B-1}',
    '{0}')]) c;

SELECT results_eq(format('SELECT * FROM randevoo.stock_sync(%s, %s, %L, %L, %L)',
  pg_temp.kept('owner'), pg_temp.kept('shop'), '{B-1,C-1,Z-9}', '{9,0,1}', :at),
  $$VALUES ('B-1', 'set'), ('C-1', 'reserved'), ('Z-9', 'unknown')$$,
  'each SKU is told: set, promised to customers, not known');

SELECT results_eq($$SELECT v.stock, k.synced_at FROM randevoo.product_variants v
    JOIN randevoo.variant_skus k ON k.variant_id = v.id
    WHERE v.id IN (pg_temp.kept('bag'), pg_temp.kept('coat'), pg_temp.kept('scarf'))
    ORDER BY k.sku, k.store_id$$, format('VALUES (9, %L::timestamptz), (5, NULL), (5, NULL)', :at),
  'that much is there, with the last sync; the same SKU of another store is another');

SELECT results_eq(format('SELECT outcome FROM randevoo.stock_sync(%s, %s, %L, %L, %L)',
  pg_temp.kept('owner'), pg_temp.kept('shop'), '{B-1}', ARRAY[n], a), ARRAY[o], w)
FROM (VALUES (1, '2026-01-02 09:59+00', 'older', 'what comes late changes nothing'),
  (7, '2026-01-02 10:01+00', 'set', 'what is newer does'),
  (8, 'infinity', 'set', 'a clock that is ahead counts as now'),
  (6, 'infinity', 'set', 'and stops nobody who comes after it')) v(n, a, o, w);

SELECT is((SELECT stock FROM randevoo.product_variants WHERE id = pg_temp.kept('bag')), 6,
  'the last one counts');

SELECT throws_ok(format('SELECT randevoo.stock_sync(%s, %s, %L, %L, now())', pg_temp.kept('owner'),
  pg_temp.kept('shop'), s, n), 'RN012', NULL, format('%s is %s', s, n))
FROM (VALUES ('{B-1,C-1}', '{1}'), ('{B-1,B-1}', '{1,2}'), ('{B-1}', '{-1}')) v(s, n);

SELECT randevoo.variant_sku_set(pg_temp.kept('owner'), pg_temp.kept('bag'), NULL, :at) \g /dev/null

SELECT results_eq(format('SELECT outcome FROM randevoo.stock_sync(%s, %s, %L, %L, now())',
  pg_temp.kept('owner'), pg_temp.kept('shop'), '{B-1}', '{1}'), $$VALUES ('unknown')$$,
  'a SKU is taken away');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
