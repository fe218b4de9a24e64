-- Included by each test inside its transaction: makers of small rows, by the app's login. What
-- it calls runs as the schema's owner, whom the rules relative to the moment do not bind.
\set app randevoo
\ir ../app_fixture.sql

GRANT randevoo_app, randevoo_owner, reeve_writer_randevoo TO CURRENT_USER;

CREATE FUNCTION pg_temp.person(label text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, randevoo.user_register(label, 'Tester', 'google',
    'test ' || label || txid_current()))
$$;

-- A store open from 10:00 to 18:00 every day.
CREATE FUNCTION pg_temp.shop(
  label text, owner bigint, zone text DEFAULT 'UTC', duration interval DEFAULT '1 hour',
  capacity integer DEFAULT 1, range_days integer DEFAULT 30) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, randevoo.store_open(owner, label, 'boutique', '', 'Testville', NULL,
    NULL, NULL, zone, duration, capacity, range_days, '2020-01-01 00:00+00'));
  SELECT randevoo.store_hours_set(owner, pg_temp.kept(label), d, '10:00', '18:00')
  FROM generate_series(1, 7) d;
  SELECT pg_temp.kept(label)
$$;

-- A product with one variant; returns the variant.
CREATE FUNCTION pg_temp.thing(label text, store bigint, stock integer DEFAULT 100)
RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep('product ' || label, randevoo.product_list(s.owner_id, s.id, label, '', '',
    'bags', 10, 'EUR', NULL, NULL, stock, '2020-01-01 00:00+00'))
  FROM randevoo.stores s WHERE s.id = store;
  SELECT pg_temp.keep(label, v.id) FROM randevoo.product_variants v
  WHERE v.product_id = pg_temp.kept('product ' || label)
$$;

-- Books one piece; by default on a Wednesday at 10:00, asked for two days earlier.
CREATE FUNCTION pg_temp.book(
  label text, customer text, store text, variant text,
  slot timestamptz DEFAULT '2031-06-11 10:00+00', at timestamptz DEFAULT '2031-06-09 08:00+00')
RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, randevoo.reservation_book(pg_temp.kept(customer), pg_temp.kept(store),
    slot, ARRAY[pg_temp.kept(variant)], ARRAY[1], at))
$$;

CREATE FUNCTION pg_temp.state(label text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT r.state FROM randevoo.reservations r WHERE r.id = pg_temp.kept(label)
$$;

SELECT pg_temp.made_by_app('randevoo', '{person,shop,thing,book}');
