BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob,cem,mallory}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'UTC', '1 hour', 5);

SELECT pg_temp.thing('bag', pg_temp.kept('shop')), pg_temp.thing('coat', pg_temp.kept('shop'));

-- product change and delete

:as_app;

SELECT randevoo.product_change(pg_temp.kept('owner'), pg_temp.kept('product bag'), 'Bag II', 'B',
  'x', 'bags', 'Summer', 20, 'EUR', '2031-06-01 08:00+00');

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT name, price, collection, name_folded FROM randevoo.products
    WHERE id = pg_temp.kept('product bag')$$,
  $$VALUES ('Bag II'::text, 20::numeric(12, 2), 'Summer'::text, 'bag ii'::text)$$,
  'an owner changes a product, and it is found by its new name');

:as_app;

SELECT throws_ok($$SELECT randevoo.product_change(pg_temp.kept('mallory'),
  pg_temp.kept('product bag'), 'x', '', '', 'bags', NULL, 1, 'EUR', '2031-06-01 08:00+00')$$,
  'RN003', NULL, 'nobody else does');

SELECT throws_ok($$SELECT randevoo.product_change(pg_temp.kept('owner'),
  pg_temp.kept('product bag'), 'x', '', '', 'bags', NULL, -1, 'EUR', '2031-06-01 08:00+00')$$,
  'RN012', NULL, 'no price is below nothing');

SELECT randevoo.product_photos_set(pg_temp.kept('owner'), pg_temp.kept('product bag'),
  '{https://a.example/1,https://a.example/2}', '2031-06-01 08:00+00');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT array_agg(url ORDER BY position) FROM randevoo.product_photos
  WHERE product_id = pg_temp.kept('product bag')),
  '{https://a.example/1,https://a.example/2}'::text[], 'its photos are in order');

-- bag, favourites

:as_app;

SELECT randevoo.bag_put(pg_temp.kept('cem'), pg_temp.kept(v), 2, '2031-06-01 08:00+00')
FROM unnest('{bag,coat}'::text[]) v;

SELECT randevoo.bag_put(pg_temp.kept('cem'), pg_temp.kept('coat'), 0, '2031-06-01 08:00+00');

SELECT results_eq($$SELECT variant_id, quantity
    FROM randevoo.bag_list(pg_temp.kept('cem'), '2031-06-01 08:00+00')$$,
  $$VALUES (pg_temp.kept('bag'), 2)$$, 'what is put into a bag is there until it is taken out');

SELECT throws_ok($$SELECT randevoo.bag_put(pg_temp.kept('cem'), pg_temp.kept('bag'), -1,
  '2031-06-01 08:00+00')$$, 'RN012', NULL, 'nobody puts in less than nothing');

SELECT randevoo.favourite_set(pg_temp.kept('cem'), pg_temp.kept('product ' || p), TRUE,
  '2031-06-01 08:00+00') FROM unnest('{bag,coat,bag}'::text[]) p;

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM randevoo.favourites WHERE user_id = pg_temp.kept('cem')), 2::bigint,
  'a product is liked once');

-- What an owner's deletion does to bags, favourites, pending and approved reservations

SELECT pg_temp.book('only', 'ann', 'shop', 'bag', '2031-06-11 10:00+00'),
  pg_temp.book('approved', 'bob', 'shop', 'bag', '2031-06-11 12:00+00');

:as_app;

SELECT pg_temp.keep('both', randevoo.reservation_book(pg_temp.kept('cem'), pg_temp.kept('shop'),
  '2031-06-11 14:00+00', ARRAY[pg_temp.kept('bag'), pg_temp.kept('coat')], '{1,1}',
  '2031-06-09 08:00+00'));

SELECT randevoo.reservation_approve(pg_temp.kept('approved'), pg_temp.kept('owner'),
  '2031-06-09 09:00+00');

SELECT randevoo.product_offer(pg_temp.kept('owner'), pg_temp.kept('product coat'), FALSE,
  '2031-06-09 09:00+00');

SELECT is_empty($$SELECT FROM randevoo.product_listing('2031-06-09 10:00+00')
  WHERE id = pg_temp.kept('product coat')$$, 'a product that its owner took off is not listed');

SELECT throws_ok($$SELECT pg_temp.book('x', 'ann', 'shop', 'coat', '2031-06-12 10:00+00',
  '2031-06-09 09:00+00')$$, 'RN009', NULL, 'nor is it booked');

SELECT is((SELECT count(*) FROM randevoo.reservation_products(pg_temp.kept('both'),
  '2031-06-09 10:00+00')), 2::bigint, 'reservations keep it');

SELECT throws_ok($$SELECT randevoo.product_offer(pg_temp.kept('cem'),
  pg_temp.kept('product coat'), TRUE, '2031-06-09 09:00+00')$$, 'RN003', NULL,
  'nobody else offers it again');

SELECT randevoo.product_offer(pg_temp.kept('owner'), pg_temp.kept('product coat'), TRUE,
  '2031-06-09 09:00+00');

SELECT isnt_empty($$SELECT FROM randevoo.product_listing('2031-06-09 10:00+00')
  WHERE id = pg_temp.kept('product coat')$$, 'its owner does');

SELECT randevoo.product_delete(pg_temp.kept('owner'), pg_temp.kept('product bag'),
  '2031-06-09 10:00+00');

SELECT is_empty($$SELECT FROM randevoo.product_listing('2031-06-09 10:00+00')
  WHERE id = pg_temp.kept('product bag')$$, 'a deleted product leaves the listings');

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM randevoo.bag_items WHERE variant_id = pg_temp.kept('bag')$$, 'bags');

SELECT is((SELECT array_agg(product_id) FROM randevoo.favourites
  WHERE user_id = pg_temp.kept('cem')), ARRAY[pg_temp.kept('product coat')], 'and favourites');

SELECT is(pg_temp.state('only'), 'cancelled', 'a pending reservation of it alone is cancelled');

SELECT is((SELECT count(*) FROM randevoo.notifications
  WHERE (reservation_id, kind, user_id) = (pg_temp.kept('only'), 'reservation_cancelled',
    pg_temp.kept('ann'))), 1::bigint, 'whose customer is told once');

SELECT is(pg_temp.state('both'), 'pending', 'one of another product as well waits on');

:as_app;

SELECT is((SELECT array_agg(variant_id) FROM randevoo.reservation_products(pg_temp.kept('both'),
  '2031-06-09 10:00+00')), ARRAY[pg_temp.kept('coat')], 'without it');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.state('approved'), 'approved', 'an approved one stays');

:as_app;

SELECT is((SELECT array_agg(variant_id) FROM randevoo.reservation_products(pg_temp.kept('approved'),
  '2031-06-09 10:00+00')), ARRAY[pg_temp.kept('bag')], 'with its product');

SELECT throws_ok($$SELECT pg_temp.book('x', 'ann', 'shop', 'bag', '2031-06-12 10:00+00',
  '2031-06-09 11:00+00')$$, 'RN009', NULL, 'nobody books it any more');

SELECT throws_ok($$SELECT randevoo.product_delete(pg_temp.kept('owner'),
  pg_temp.kept('product bag'), '2031-06-09 10:00+00')$$, 'RN001', NULL, 'nor deletes it again');

-- store settings and policies

SELECT randevoo.store_change(pg_temp.kept('owner'), pg_temp.kept('shop'), 'Shop II', 'atelier', 'x',
  'Roma', 'Prati', 41.9, 12.46, '30 minutes', 7, 14, '24 hours', '2031-06-09 10:00+00');

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT name, slot_duration, capacity FROM randevoo.stores
    WHERE id = pg_temp.kept('shop')$$,
  $$VALUES ('Shop II'::text, interval '30 minutes', 7)$$, 'an owner changes a store''s settings');

:as_app;

SELECT throws_ok(format($$SELECT randevoo.store_change(pg_temp.kept('owner'), pg_temp.kept('shop'),
    'x', 'x', '', 'x', NULL, %s, '1 hour', 1, 30, '24 hours', '2031-06-09 10:00+00')$$, place),
  'RN012', NULL, 'no store is at ' || place)
FROM unnest(ARRAY['91, 0', '0, 181', 'NULL, 12', '''NaN'', 0']) place;

SELECT randevoo.store_policy_set(pg_temp.kept('owner'), pg_temp.kept('shop'), 'Fitting', b,
  '2031-06-09 10:00+00') FROM unnest('{Free.,"Ten euros."}'::text[]) b;

RESET SESSION AUTHORIZATION;

SELECT is((SELECT array_agg(body) FROM randevoo.store_policies
  WHERE store_id = pg_temp.kept('shop')), '{Ten euros.}'::text[], 'a policy has one text');

:as_app;

SELECT randevoo.store_policy_set(pg_temp.kept('owner'), pg_temp.kept('shop'), 'Fitting', NULL,
  '2031-06-09 10:00+00');

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM randevoo.store_policies WHERE store_id = pg_temp.kept('shop')$$,
  'or is taken away');

:as_app;

SELECT randevoo.variant_stock_set(pg_temp.kept('owner'), pg_temp.kept('coat'), 1,
  '2031-06-09 10:00+00');

SELECT throws_ok($$SELECT randevoo.variant_stock_set(pg_temp.kept('owner'), pg_temp.kept('coat'), 0,
  '2031-06-09 10:00+00')$$, 'RN008', NULL, 'a stock does not fall below what is reserved');

-- read notices

SELECT is(randevoo.notifications_read(pg_temp.kept('ann'), 9223372036854775807,
  '2031-06-09 12:00+00'), (SELECT count(*) FROM randevoo.notifications
    WHERE user_id = pg_temp.kept('ann')), 'a user reads their notices');

SELECT is(randevoo.notifications_read(pg_temp.kept('ann'), 9223372036854775807,
  '2031-06-09 12:00+00'), 0::bigint, 'once');

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM randevoo.notifications
  WHERE user_id = pg_temp.kept('owner') AND read_at IS NOT NULL$$, 'and nobody else''s');

-- A new store gets default hours; so it does duration, capacity and range.

:as_app;

SELECT pg_temp.keep('plain', randevoo.store_open(pg_temp.kept('ann'), 'Plain', 'boutique', '',
  'Testville', NULL, NULL, NULL, 'UTC', NULL, NULL, NULL, '2031-06-09 08:00+00'));

SELECT results_eq($$SELECT slot_duration, capacity, booking_range_days FROM randevoo.stores
    WHERE id = pg_temp.kept('plain')$$, $$VALUES (interval '1 hour', 1, 30)$$,
  'a store opens with the default duration, capacity and range');

SELECT is((SELECT count(*) FROM randevoo.slot_list(pg_temp.kept('plain'), NULL,
    '2031-06-08 08:00+00')), 25 * 9::bigint, 'and has slots by the default hours, none on Sundays');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
