-- Included by each test inside its transaction: pgTAP, and makers of small rows. The makers run as
-- the schema's owner, whom the rules relative to the moment do not bind.
\set QUIET 1
\pset format unaligned
\pset tuples_only true
\pset pager off
\set ON_ERROR_ROLLBACK 0
\set ON_ERROR_STOP true

SET LOCAL client_min_messages = warning;

CREATE EXTENSION IF NOT EXISTS pgtap;

GRANT randevoo_app, randevoo_owner, reeve_writer_randevoo TO CURRENT_USER;

SELECT no_plan();

-- Rooms for values that a later statement needs: pg_temp.keep('name', value), pg_temp.kept('name').
CREATE TEMPORARY TABLE kept(name text PRIMARY KEY, id bigint);

GRANT ALL ON kept TO PUBLIC;

CREATE FUNCTION pg_temp.keep(label text, value bigint) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO pg_temp.kept VALUES (label, value)
  ON CONFLICT (name) DO UPDATE SET id = excluded.id RETURNING id
$$;

CREATE FUNCTION pg_temp.kept(label text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT k.id FROM pg_temp.kept k WHERE k.name = label
$$;

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
