-- Reservations by page, of a customer and of a store; variants of a product; what sign-up refuses.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'UTC', '1 hour', 5);

SELECT pg_temp.thing('bag', pg_temp.kept('shop'), 9);

SELECT pg_temp.book('late', 'ann', 'shop', 'bag', '2031-06-11 15:00+00'),
  pg_temp.book('early', 'ann', 'shop', 'bag', '2031-06-11 10:00+00'),
  pg_temp.book('middle', 'ann', 'shop', 'bag', '2031-06-11 12:00+00'),
  pg_temp.book('bobs', 'bob', 'shop', 'bag', '2031-06-11 12:00+00');

:as_app;

SELECT randevoo.reservation_cancel(pg_temp.kept('early'), pg_temp.kept('ann'),
  '2031-06-09 09:00+00') \g /dev/null

CREATE FUNCTION pg_temp.listed(who text, store text DEFAULT NULL, before text DEFAULT NULL,
  max_rows integer DEFAULT 50) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(k.name || ' ' || r.state, ', ' ORDER BY r.nth)
  FROM randevoo.reservation_list(pg_temp.kept(who), pg_temp.kept(store),
    pg_temp.kept(before), max_rows) WITH ORDINALITY r(id, customer_id, store_id, slot_start,
    slot_end, state, requested_at, state_at, answer_by, held_until, scanned_at, nth)
  JOIN kept k ON k.id = r.id AND k.name = ANY ('{late,early,middle,bobs}')
$$;

SELECT is(pg_temp.listed('ann'), 'late pending, middle pending, early cancelled',
  'a customer lists their reservations in every state, the latest slot first');

SELECT is(pg_temp.listed('owner'), NULL, 'an owner has none as a customer');

SELECT is(pg_temp.listed('owner', 'shop'),
  'late pending, bobs pending, middle pending, early cancelled', 'but those of the store');

SELECT is(pg_temp.listed('owner', 'shop', max_rows => 2), 'late pending, bobs pending', 'a page');

SELECT is(pg_temp.listed('owner', 'shop', 'bobs'), 'middle pending, early cancelled',
  'and the next one, which begins among equal slots');

SELECT is(pg_temp.listed('ann', before => 'early'), NULL, 'the last one is empty');

SELECT throws_ok($$SELECT pg_temp.listed('ann', 'shop')$$, 'RN003', NULL,
  'nobody lists another''s store');

SELECT throws_ok($$SELECT * FROM randevoo.reservation_list(pg_temp.kept('ann'), max_rows => 0)$$,
  'RN012', 'max_rows is 1 or more', 'a page has rows');

SELECT pg_temp.keep('coat', randevoo.product_list(pg_temp.kept('owner'), pg_temp.kept('shop'),
  'Coat', '', '', 'coats', 10, 'EUR', '{M,L}', '{red}', 3, '2031-06-01 08:00+00'));

SELECT results_eq($$SELECT size, colour, stock, free
    FROM randevoo.variant_list(pg_temp.kept('coat'))$$,
  $$VALUES ('M', 'red', 3, 3::bigint), ('L', 'red', 3, 3)$$, 'a product lists its variants');

SELECT results_eq($$SELECT variant, stock, free
    FROM randevoo.variant_list(pg_temp.kept('product bag'))$$,
  $$SELECT pg_temp.kept('bag'), 9, 6::bigint$$, 'and how many of them are free');

SELECT randevoo.user_register('Dan', 'Two', 'google', 'one account') AS dan \gset

SELECT is(randevoo.user_register('Other', 'Name', 'google', 'one account', email => 'no address'),
  :dan::bigint, 'of an account that is known only the account counts');

SELECT throws_ok(format('SELECT randevoo.user_register(''A'', '''', ''google'', ''other'', %s)', a),
  'RN012', w, w)
FROM (VALUES ('email => ''bad''', 'email is an address such as ann@example.org, or NULL'),
  ('phone => ''12''', 'phone is + and 6 to 15 digits, with the country''s code'),
  ('country => ''it''', 'country is two capital letters (ISO 3166), or NULL'),
  ('time_zone => ''Mars''', 'time_zone is a name that time_zones has, such as Europe/Rome'))
  v(a, w);

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
