BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob,cem}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'UTC', '1 hour', 2);

SELECT pg_temp.thing('bag', pg_temp.kept('shop')), pg_temp.thing('coat', pg_temp.kept('shop'));

SELECT pg_temp.book('anns', 'ann', 'shop', 'bag'), pg_temp.book('bobs', 'bob', 'shop', 'coat');

INSERT INTO randevoo.bag_items (user_id, variant_id)
VALUES (pg_temp.kept('cem'), pg_temp.kept('bag')), (pg_temp.kept('cem'), pg_temp.kept('coat'));

-- The back office has no more than what its catalog names.
GRANT USAGE ON SCHEMA randevoo TO reeve_writer_randevoo;

GRANT SELECT ON randevoo.users, randevoo.stores, randevoo.products, randevoo.reservations
  TO reeve_writer_randevoo;

GRANT UPDATE (blocked_until) ON randevoo.users TO reeve_writer_randevoo;

GRANT UPDATE (hidden_until) ON randevoo.stores, randevoo.products TO reeve_writer_randevoo;

GRANT UPDATE (state, held_until) ON randevoo.reservations TO reeve_writer_randevoo;

-- A blocked user -------------------------------------------------------------------------------

SET LOCAL ROLE reeve_writer_randevoo;

UPDATE randevoo.users SET blocked_until = '2031-06-10 00:00+00'
WHERE id IN (pg_temp.kept('cem'), pg_temp.kept('owner'));

RESET ROLE;

:as_app;

SELECT throws_ok($$SELECT pg_temp.book('x', 'cem', 'shop', 'bag', '2031-06-11 12:00+00')$$, 'RN002',
  NULL, 'a blocked user cannot book');

SELECT throws_ok($$SELECT randevoo.store_open(pg_temp.kept('owner'), 'new', 'boutique', '', 'X',
  NULL,
    NULL, NULL, 'UTC', '1 hour', 1, 30, '2031-06-09 08:00+00')$$, 'RN002', NULL,
  'a blocked user cannot open a store');

SELECT throws_ok($$SELECT randevoo.product_list(pg_temp.kept('owner'), pg_temp.kept('shop'), 'new',
  '',
    '', 'bags', 10, 'EUR', NULL, NULL, 1, '2031-06-09 08:00+00')$$, 'RN002', NULL,
  'a blocked user cannot list a product');

SELECT throws_ok($$SELECT randevoo.reservation_approve(pg_temp.kept('anns'), pg_temp.kept('owner'),
    '2031-06-09 08:30+00')$$, 'RN002', NULL, 'a blocked user cannot approve');

SELECT throws_ok($$SELECT pg_temp.book('x', 'ann', 'shop', 'bag', '2031-06-11 12:00+00')$$, 'RN009',
  NULL, 'nobody books at a blocked owner''s store');

SELECT is_empty($$SELECT * FROM randevoo.store_listing('2031-06-09 08:00+00')
    WHERE id = pg_temp.kept('shop')$$, 'a blocked owner''s stores leave the listings');

SELECT is_empty($$SELECT * FROM randevoo.product_listing('2031-06-09 08:00+00')
    WHERE store_id = pg_temp.kept('shop')$$, 'a blocked owner''s products leave the listings');

SELECT is_empty($$SELECT * FROM randevoo.slot_list(pg_temp.kept('shop'), pg_temp.kept('ann'),
    '2031-06-09 08:00+00')$$, 'a blocked owner''s stores show no slots');

SELECT is_empty($$SELECT * FROM randevoo.bag_list(pg_temp.kept('cem'), '2031-06-09 08:00+00')$$,
  'a blocked owner''s products leave the bags');

-- Nothing but time has to pass, by the server's clock.
SELECT throws_ok($$SELECT pg_temp.book('early', 'cem', 'shop', 'bag', '2031-06-11 12:00+00',
    '2031-06-10 00:00+00')$$, 'RN002', NULL, 'a block does not end by another clock');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE reeve_writer_randevoo;

UPDATE randevoo.users SET blocked_until = now() WHERE id IN (pg_temp.kept('owner'),
  pg_temp.kept('cem'));

:as_app;

SELECT lives_ok($$SELECT pg_temp.book('cems', 'cem', 'shop', 'bag', '2031-06-11 12:00+00',
    '2031-06-10 00:00+00')$$, 'a block ends by itself at its time');

SELECT is((SELECT count(*) FROM randevoo.bag_list(pg_temp.kept('cem'), '2031-06-10 00:00+00')),
  2::bigint, 'then the bag is whole again: no row was deleted');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE reeve_writer_randevoo;

UPDATE randevoo.users SET blocked_until = 'infinity' WHERE id = pg_temp.kept('owner');

RESET ROLE;

GRANT INSERT ON randevoo.stores, randevoo.products TO randevoo_app;

:as_app;

SELECT throws_ok($$INSERT INTO randevoo.stores (owner_id, name, city, time_zone)
    VALUES (pg_temp.kept('owner'), 'direct', 'X', 'UTC')$$, 'RN002', NULL,
  'a blocked user opens no store by a plain INSERT either');

SELECT throws_ok($$INSERT INTO randevoo.products (store_id, name, category, price, currency)
    VALUES (pg_temp.kept('shop'), 'direct', 'bags', 1, 'EUR')$$, 'RN002', NULL,
  'nor lists a product');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE reeve_writer_randevoo;

UPDATE randevoo.users SET blocked_until = NULL WHERE id = pg_temp.kept('owner');

-- A hidden product -----------------------------------------------------------------------------

UPDATE randevoo.products SET hidden_until = 'infinity' WHERE id = pg_temp.kept('product bag');

RESET ROLE;

:as_app;

SELECT throws_ok($$SELECT pg_temp.book('x', 'bob', 'shop', 'bag', '2031-06-11 14:00+00')$$, 'RN009',
  NULL, 'a hidden product cannot be reserved');

SELECT results_eq(
  $$SELECT product_id FROM randevoo.bag_list(pg_temp.kept('cem'), '2031-06-09 08:00+00')$$,
  $$SELECT pg_temp.kept('product coat')$$, 'a hidden product leaves the bags');

SELECT is_empty(
  $$SELECT * FROM randevoo.reservation_products(pg_temp.kept('anns'), '2031-06-09 08:00+00')$$,
  'a hidden product leaves pending reservations');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

:as_app;

SELECT randevoo.reservation_approve(pg_temp.kept('anns'), pg_temp.kept('owner'),
  '2031-06-09 09:00+00');

SELECT isnt_empty(
  $$SELECT * FROM randevoo.reservation_products(pg_temp.kept('anns'), '2031-06-09 08:00+00')$$,
  'a hidden product stays in approved reservations');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

UPDATE randevoo.products SET hidden_until = NULL WHERE id = pg_temp.kept('product bag');

RESET ROLE;

-- Held and restored by plain statements ------------------------------------------------------

SET LOCAL ROLE reeve_writer_randevoo;

CREATE TEMPORARY TABLE before AS
SELECT id, customer_id, store_id, slot_start, slot_end, state, state_reason, requested_at,
  answer_by,
  held_until, scanned_at FROM randevoo.reservations WHERE store_id = pg_temp.kept('shop');

SELECT lives_ok(
  $$UPDATE randevoo.reservations SET state = 'held', held_until = slot_start
    WHERE store_id = pg_temp.kept('shop') AND state = 'pending'$$,
  'the back office holds pending reservations by a plain statement');

SELECT is(pg_temp.state('bobs'), 'held', 'they are held');

SELECT is(pg_temp.state('anns'), 'approved', 'approved ones stay');

SELECT throws_ok(
  $$UPDATE randevoo.reservations SET state = 'completed', held_until = NULL
    WHERE id = pg_temp.kept('bobs')$$,
  'RN004', NULL, 'the back office is bound by the transitions too');

SELECT lives_ok(
  $$UPDATE randevoo.reservations SET state = 'pending', held_until = NULL
    WHERE store_id = pg_temp.kept('shop') AND state = 'held'$$,
  'and gives them back by a plain statement');

SELECT bag_eq(
  $$SELECT id, customer_id, store_id, slot_start, slot_end, state, state_reason, requested_at,
      answer_by, held_until, scanned_at FROM randevoo.reservations
    WHERE store_id = pg_temp.kept('shop')$$,
  $$SELECT * FROM before$$,
  'then every column but state_at, which the catalog lists as touched, is as it was');

SELECT throws_ok(
  $$UPDATE randevoo.reservations SET state = 'held', held_until = slot_start + interval '1 second'
    WHERE id = pg_temp.kept('bobs')$$,
  '23514', NULL, 'nothing is held beyond the slot''s start');

SELECT throws_ok(
  $$UPDATE randevoo.reservations SET state = 'held' WHERE id = pg_temp.kept('bobs')$$,
  '23514', NULL, 'nothing is held without an end');

UPDATE randevoo.reservations SET state = 'expired' WHERE id = pg_temp.kept('bobs');

RESET ROLE;

SELECT results_eq(
  $$SELECT from_state, to_state, origin FROM randevoo.reservation_state_history
    WHERE reservation_id = pg_temp.kept('bobs') ORDER BY id$$,
  $$VALUES (NULL, 'pending', 'app'), ('pending', 'held', 'reeve'), ('held', 'pending', 'reeve'),
    ('pending', 'expired', 'reeve')$$,
  'the history says what the back office did');

SELECT results_eq(
  $$SELECT kind FROM randevoo.notifications WHERE reservation_id = pg_temp.kept('bobs')$$,
  $$VALUES ('reservation_requested')$$,
  'the app writes no notification for what the back office did');

SELECT * FROM finish();

ROLLBACK;
