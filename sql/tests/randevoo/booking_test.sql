BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob,cem,dan}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'UTC', '1 hour', 2),
  pg_temp.shop('next door', pg_temp.kept('owner'));

SELECT pg_temp.thing('bag', pg_temp.kept('shop')), pg_temp.thing('coat', pg_temp.kept('shop')),
  pg_temp.thing('rare', pg_temp.kept('shop'), 1), pg_temp.thing('ring', pg_temp.kept('next door'));

-- The slot of these tests is Wednesday 2031-06-11, 10:00; asked for on the Monday before.
:as_app;

SELECT lives_ok($$SELECT pg_temp.book('first', 'ann', 'shop', 'bag')$$,
  'the app may book an available slot');

SELECT is(pg_temp.state('first'), 'pending', 'a reservation begins as pending');

SELECT is((SELECT slot_end FROM randevoo.reservations WHERE id = pg_temp.kept('first')),
  timestamptz '2031-06-11 11:00+00', 'a reservation ends with its slot');

SELECT is((SELECT answer_by FROM randevoo.reservations WHERE id = pg_temp.kept('first')),
  timestamptz '2031-06-11 08:00+00', 'the store has until its deadline to answer');

SELECT pg_temp.book('early', 'ann', 'next door', 'ring', '2031-06-09 10:00+00');

SELECT is((SELECT answer_by FROM randevoo.reservations WHERE id = pg_temp.kept('early')),
  timestamptz '2031-06-09 10:00+00', 'the deadline is never after the slot''s start');

SELECT throws_ok($$SELECT pg_temp.book('x', 'ann', 'shop', 'bag')$$, 'RN007', NULL,
  'nobody books the same slot twice');

SELECT throws_ok($$SELECT pg_temp.book('x', 'ann', 'next door', 'ring')$$, 'RN007', NULL,
  'nobody books two stores at the same time');

SELECT lives_ok($$SELECT pg_temp.book('second', 'bob', 'shop', 'bag')$$,
  'as many customers book a slot as it has places');

SELECT throws_ok($$SELECT pg_temp.book('x', 'cem', 'shop', 'bag')$$, 'RN006', NULL,
  'no customer more than the capacity');

SELECT throws_ok($$SELECT pg_temp.book('x', 'cem', 'shop', 'bag', '2031-06-11 10:30+00')$$, 'RN005',
  NULL, 'a slot is not typed: 10:30 is none');

SELECT throws_ok($$SELECT pg_temp.book('x', 'cem', 'shop', 'bag', '2031-06-11 18:00+00')$$, 'RN005',
  NULL, 'no slot begins at closing');

SELECT lives_ok(
  $$SELECT pg_temp.book('late', 'cem', 'shop', 'bag', '2031-06-11 12:00+00',
      '2031-06-11 11:59+00')$$,
  'at 11:59 the slot of 12:00 can be booked');

SELECT throws_ok(
  $$SELECT pg_temp.book('x', 'dan', 'shop', 'bag', '2031-06-11 12:00+00', '2031-06-11 12:00+00')$$,
  'RN005', NULL, 'at 12:00 the slot of 12:00 cannot be booked');

SELECT throws_ok(
  $$SELECT pg_temp.book('x', 'dan', 'shop', 'bag', '2031-06-08 12:00+00', '2031-06-09 08:00+00')$$,
  'RN005', NULL, 'yesterday cannot be booked');

SELECT lives_ok(
  $$SELECT pg_temp.book('far', 'dan', 'shop', 'bag', '2031-07-08 12:00+00',
      '2031-06-09 08:00+00')$$,
  'with a range of 30 days, today + 29 can be booked');

SELECT throws_ok(
  $$SELECT pg_temp.book('x', 'dan', 'shop', 'bag', '2031-07-09 12:00+00', '2031-06-09 08:00+00')$$,
  'RN005', NULL, 'with a range of 30 days, today + 30 cannot be booked');

SELECT throws_ok($$SELECT randevoo.reservation_book(pg_temp.kept('owner'), pg_temp.kept('shop'),
    '2031-06-11 14:00+00', ARRAY[pg_temp.kept('bag')], '{1}', '2031-06-09 08:00+00')$$,
  'RN003', NULL, 'an owner does not book at their own store');

SELECT throws_ok($$SELECT pg_temp.book('x', 'dan', 'shop', 'ring', '2031-06-11 14:00+00')$$,
  'RN009',
  NULL, 'a product of another store cannot be reserved');

SELECT throws_ok(
  format('SELECT randevoo.reservation_book(pg_temp.kept(''dan''), pg_temp.kept(''shop''),
    ''2031-06-11 14:00+00'', %s, %s, ''2031-06-09 08:00+00'')', v, q),
  'RN012', NULL, format('products %s with quantities %s make no reservation', v, q))
FROM (VALUES ('''{}''', '''{}'''), ('NULL', 'NULL'), ('''{1}''', '''{1,2}'''), ('''{1}''',
  '''{0}'''),
  ('''{1}''', '''{NULL}'''), ('''{NULL}''', '''{1}'''), ('''{1}''', 'NULL')) v (v, q);

SELECT throws_ok($$SELECT randevoo.reservation_book(-1, pg_temp.kept('shop'),
    '2031-06-11 14:00+00', ARRAY[pg_temp.kept('bag')], '{1}', '2031-06-09 08:00+00')$$,
  'RN001', NULL, 'nobody who is not there books');

SELECT throws_ok($$SELECT randevoo.reservation_book(pg_temp.kept('dan'), -1,
    '2031-06-11 14:00+00', ARRAY[pg_temp.kept('bag')], '{1}', '2031-06-09 08:00+00')$$,
  'RN001', NULL, 'nobody books at a store that is not there');

-- Stock ----------------------------------------------------------------------------------------

SELECT lives_ok($$SELECT pg_temp.book('with rare', 'ann', 'shop', 'rare', '2031-06-11 14:00+00')$$,
  'the only piece can be reserved');

SELECT is(randevoo.variant_free(pg_temp.kept('rare')), 0::bigint, 'then none is free');

SELECT is((SELECT stock FROM randevoo.product_variants WHERE id = pg_temp.kept('rare')), 1,
  'stock itself is never decremented');

SELECT throws_ok($$SELECT pg_temp.book('x', 'bob', 'shop', 'rare', '2031-06-12 14:00+00')$$,
  'RN008',
  NULL, 'a piece that is reserved cannot be reserved again, at any time');

SELECT throws_ok($$SELECT randevoo.reservation_book(pg_temp.kept('bob'), pg_temp.kept('shop'),
    '2031-06-12 14:00+00', ARRAY[pg_temp.kept('bag'), pg_temp.kept('bag')], '{60,60}',
    '2031-06-11 08:00+00')$$,
  'RN008', NULL, 'a variant named twice counts twice');

SELECT randevoo.reservation_cancel(pg_temp.kept('with rare'), pg_temp.kept('ann'),
  '2031-06-09 09:00+00');

SELECT lives_ok($$SELECT pg_temp.book('again', 'bob', 'shop', 'rare', '2031-06-12 14:00+00')$$,
  'a cancelled reservation frees stock');

-- What does not count --------------------------------------------------------------------------

SELECT randevoo.reservation_cancel(pg_temp.kept('second'), pg_temp.kept('bob'),
  '2031-06-09 09:00+00');

SELECT lives_ok($$SELECT pg_temp.book('third', 'cem', 'shop', 'bag')$$,
  'a cancelled reservation frees its place');

SELECT randevoo.reservation_approve(pg_temp.kept('third'), pg_temp.kept('owner'),
  '2031-06-09 09:00+00');

SELECT throws_ok($$SELECT pg_temp.book('x', 'dan', 'shop', 'bag')$$, 'RN006', NULL,
  'an approved reservation keeps its place');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

UPDATE randevoo.reservations SET state = 'held', held_until = slot_start
WHERE id = pg_temp.kept('first');

SELECT lives_ok($$SELECT pg_temp.book('fourth', 'dan', 'shop', 'bag')$$,
  'a held reservation does not count against capacity');

SELECT throws_ok(
  $$UPDATE randevoo.reservations SET state = 'pending', held_until = NULL
    WHERE id = pg_temp.kept('first')$$,
  'RN006', NULL, 'a held reservation cannot come back when its place is gone');

SELECT throws_ok(
  $$INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end)
    VALUES (pg_temp.kept('bob'), pg_temp.kept('shop'), '2031-06-11 10:00+00',
      '2031-06-11 11:00+00')$$,
  'RN006', NULL, 'not even the owner''s own statement oversells');

SELECT throws_ok(
  $$INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end)
    SELECT pg_temp.person('crowd ' || n), pg_temp.kept('shop'), '2031-06-13 10:00+00',
      '2031-06-13 11:00+00' FROM generate_series(1, 3) n$$,
  'RN006', NULL, 'nor does one statement with many rows');

SELECT throws_ok(
  $$INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end)
    VALUES (pg_temp.kept('cem'), pg_temp.kept('next door'), '2031-06-11 10:30+00',
      '2031-06-11 11:30+00')$$,
  '23P01', NULL, 'nor does it put a customer in two places');

SELECT throws_ok(
  $$INSERT INTO randevoo.reservation_items (reservation_id, variant_id, product_id)
    VALUES (pg_temp.kept('fourth'), pg_temp.kept('ring'), pg_temp.kept('product ring'))$$,
  'RN009', NULL, 'nor does it reserve another store''s product');

-- Changed hours --------------------------------------------------------------------------------

:as_app;

SELECT is_empty(
  $$SELECT * FROM randevoo.reservation_off_grid(pg_temp.kept('shop'), '2031-06-09 08:00+00')$$,
  'reservations made on the grid are on it');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

UPDATE randevoo.stores SET slot_duration = '40 minutes' WHERE id = pg_temp.kept('shop');

:as_app;

SELECT bag_eq(
  $$SELECT k.name FROM randevoo.reservation_off_grid(pg_temp.kept('shop'), '2031-06-10 08:00+00') r
      JOIN kept k ON k.id = r.id AND k.name NOT LIKE 'product%' AND k.name = ANY (
        '{third,fourth,late,far,again}')$$,
  $$VALUES ('third'), ('fourth'), ('late'), ('far'), ('again')$$,
  'after a change of duration those off the new grid are listed');

SELECT is(pg_temp.state('third'), 'approved', 'and stay as they are');

SELECT is(
  (SELECT array_agg(to_char(slot_start AT TIME ZONE 'UTC',
    'HH24:MI ') || status ORDER BY slot_start)
   FROM randevoo.slot_status(pg_temp.kept('shop'), NULL, '2031-06-11', '2031-06-10 08:00+00')
   WHERE slot_start < '2031-06-11 12:00+00'),
  '{10:00 unavailable,10:40 unavailable,11:20 available}',
  'old reservations count in every new slot that they overlap');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

SELECT is(
  (SELECT array_agg(state ORDER BY starts, ends) FROM randevoo.store_day(pg_temp.kept('shop'),
     '2031-06-11', '2031-06-10 08:00+00') d (starts, ends, state)
   WHERE starts < '2031-06-11 12:00+00'),
  '{full,off grid,full,open}',
  'the store''s day shows the slots and what is off the grid');

-- Everybody but the owner of the schema and an import is bound by the moment -------------------

GRANT INSERT ON ALL TABLES IN SCHEMA randevoo TO randevoo_app;

UPDATE randevoo.stores SET slot_duration = '1 hour' WHERE id = pg_temp.kept('shop');

RESET ROLE;

:as_app;

SELECT throws_ok(
  $$INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end)
    VALUES (pg_temp.kept('bob'), pg_temp.kept('shop'), '2020-06-11 10:00+00',
      '2020-06-11 11:00+00')$$,
  'RN005', NULL, 'nobody else inserts a reservation in the past');

SELECT throws_ok(
  format($$INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end)
    VALUES (pg_temp.kept('bob'), pg_temp.kept('shop'), %1$L,
      %1$L::timestamptz + interval '2 hours')$$,
    date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '34 hours'),
  'RN005', NULL, 'nobody else inserts a slot that ends otherwise than the grid says');

SELECT throws_ok(
  format($$INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end, state)
    VALUES (pg_temp.kept('bob'), pg_temp.kept('shop'), %1$L, %1$L::timestamptz + interval '1 hour',
      'approved')$$,
    date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '34 hours'),
  'RN004', NULL, 'nobody else inserts one in another state than pending');

SELECT lives_ok(
  format($$INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end)
    VALUES (pg_temp.kept('bob'), pg_temp.kept('shop'), %1$L,
      %1$L::timestamptz + interval '1 hour')$$,
    date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '34 hours'),
  'a slot on offer may be inserted');

SELECT throws_ok(
  $$INSERT INTO randevoo.reservation_items (reservation_id, variant_id, product_id)
    VALUES (pg_temp.kept('third'), pg_temp.kept('coat'), pg_temp.kept('product coat'))$$,
  'RN010', NULL, 'nobody else adds a product to an approved reservation');

SELECT * FROM finish();

ROLLBACK;
