BEGIN;

\ir fixture.sql

SET LOCAL ROLE randevoo_owner;

SELECT pg_temp.person('owner'), pg_temp.person('customer'), pg_temp.person('other');

-- 2031-06-11 is a Wednesday.

:as_app;

SELECT pg_temp.keep('fresh', randevoo.store_open(pg_temp.kept('owner'), 'fresh', 'boutique', '',
  'Testville', NULL, NULL, NULL, 'UTC', '1 hour', 1, 30, '2020-01-01 00:00+00'));

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

SELECT results_eq(
  $$SELECT weekday::integer, opens_at, closes_at FROM randevoo.store_hours
    WHERE store_id = pg_temp.kept('fresh') ORDER BY weekday$$,
  $$SELECT d, CASE WHEN d < 7 THEN time '10:00' END, CASE WHEN d < 7 THEN time '19:00' END
    FROM generate_series(1, 7) d$$,
  'a new store gets default hours: 10:00 to 19:00, closed on Sunday');

SELECT is((SELECT kind FROM randevoo.users WHERE id = pg_temp.kept('owner')), 'business',
  'a customer who opens a store becomes a business');

SELECT pg_temp.shop('utc', pg_temp.kept('owner'));

:as_app;

SELECT results_eq(
  $$SELECT slot_start, slot_end FROM randevoo.slot_grid(pg_temp.kept('utc'), '2031-06-11')$$,
  $$SELECT h, h + interval '1 hour' FROM generate_series(
      timestamptz '2031-06-11 10:00+00', '2031-06-11 17:00+00', '1 hour') h$$,
  'slots follow from hours and duration, the last ends at closing');

SELECT randevoo.store_hours_set(pg_temp.kept('owner'), pg_temp.kept('utc'), 3, '10:00', '12:30');

SELECT is((SELECT max(slot_end) FROM randevoo.slot_grid(pg_temp.kept('utc'), '2031-06-11')),
  timestamptz '2031-06-11 12:00+00', 'a slot that would end after closing is not offered');

SELECT is((SELECT count(*) FROM randevoo.slot_grid(pg_temp.kept('utc'), '2031-06-12')), 8::bigint,
  'each weekday has its own hours');

SELECT randevoo.store_hours_set(pg_temp.kept('owner'), pg_temp.kept('utc'), 3, NULL, NULL);

SELECT is_empty($$SELECT * FROM randevoo.slot_grid(pg_temp.kept('utc'), '2031-06-11')$$,
  'a closed day has no slots');

SELECT throws_ok(
  $$SELECT randevoo.store_hours_set(pg_temp.kept('customer'), pg_temp.kept('utc'), 3, NULL, NULL)$$,
  'RN003', NULL, 'only the owner sets the hours');

SELECT throws_ok(
  $$SELECT randevoo.store_hours_set(pg_temp.kept('owner'), pg_temp.kept('utc'), 3, '18:00',
      '10:00')$$,
  'RN012', NULL, 'a store cannot close before it opens');

SELECT throws_ok(
  $$SELECT randevoo.store_hours_set(pg_temp.kept('owner'), pg_temp.kept('utc'), 8, '10:00',
      '18:00')$$,
  'RN012', NULL, 'there is no eighth weekday');

SELECT throws_ok(
  format('SELECT pg_temp.shop(''nowhere'', pg_temp.kept(''owner''), %L)', z), 'RN012', NULL,
  format('%s is no IANA zone', z))
FROM unnest('{CEST,Europe/Roma,+02:00,Foo/Bar+3,""}'::text[]) z;

SELECT throws_ok(
  format('SELECT pg_temp.shop(''odd'', pg_temp.kept(''owner''), ''UTC'', %L)', d), 'RN012', NULL,
  format('a slot cannot last %s', d))
FROM unnest('{0,4 minutes,13 hours,1 day,90 seconds,10 minutes 1 second}'::interval[]) d;

-- The store's zone -----------------------------------------------------------------------------

SELECT pg_temp.shop('tokyo', pg_temp.kept('owner'), 'Asia/Tokyo');

SELECT is((SELECT min(slot_start) FROM randevoo.slot_grid(pg_temp.kept('tokyo'), '2031-06-11')),
  timestamptz '2031-06-11 01:00+00', 'hours are those of the store''s own clock');

SELECT is(
  (SELECT min(slot_start) FROM randevoo.slot_list(
    pg_temp.kept('tokyo'), pg_temp.kept('customer'), '2031-06-10 16:30+00')),
  timestamptz '2031-06-11 01:00+00',
    'today is the store''s day, even where the server''s is before');

-- Rome: the clock goes from 02:00 to 03:00 on 2031-03-30, back from 03:00 to 02:00 on 2031-10-26.
SELECT pg_temp.shop('rome', pg_temp.kept('owner'), 'Europe/Rome');

SELECT randevoo.store_hours_set(pg_temp.kept('owner'), pg_temp.kept('rome'), 7, '00:00', '06:00');

SELECT results_eq(
  $$SELECT to_char(slot_start AT TIME ZONE 'Europe/Rome', 'HH24:MI')
    FROM randevoo.slot_grid(pg_temp.kept('rome'), '2031-03-30')$$,
  $$VALUES ('00:00'), ('01:00'), ('03:00'), ('04:00'), ('05:00')$$,
  'a slot inside a DST gap is not generated');

SELECT results_eq(
  $$SELECT to_char(slot_start AT TIME ZONE 'Europe/Rome', 'HH24:MI')
    FROM randevoo.slot_grid(pg_temp.kept('rome'), '2031-10-26')$$,
  $$VALUES ('00:00'), ('01:00'), ('02:00'), ('03:00'), ('04:00'), ('05:00')$$,
  'a repeated hour gives no duplicate');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

UPDATE randevoo.stores SET slot_duration = '45 minutes' WHERE id = pg_temp.kept('rome');

:as_app;

SELECT results_eq(
  $$SELECT to_char(slot_start AT TIME ZONE 'Europe/Rome', 'HH24:MI')
    FROM randevoo.slot_grid(pg_temp.kept('rome'), '2031-03-30')$$,
  $$VALUES ('00:00'), ('00:45'), ('03:00'), ('03:45'), ('04:30'), ('05:15')$$,
  'a slot that a gap cuts, 01:30 to 02:15, is not generated either');

SELECT is(
  (SELECT count(*) FROM randevoo.slot_grid(pg_temp.kept('rome'), '2031-06-11') g
   WHERE g.slot_end - g.slot_start <> interval '45 minutes'), 0::bigint,
  'every slot lasts its duration');

-- Every zone with a change of clocks in 2031, every day from midnight to midnight.
SELECT pg_temp.shop('zone ' || z || ' ' || d, pg_temp.kept('owner'), z, d)
FROM unnest('{Europe/Rome,America/New_York,America/Havana,Australia/Lord_Howe,Pacific/Chatham,
    Africa/Cairo,Asia/Beirut,Antarctica/Troll,America/Santiago,Africa/Casablanca}'::text[]) z
  CROSS JOIN unnest('{20 minutes,37 minutes,90 minutes,7 hours}'::interval[]) d;

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

UPDATE randevoo.store_hours h SET opens_at = '00:00', closes_at = '24:00'
FROM randevoo.stores s WHERE s.id = h.store_id AND s.name LIKE 'zone %';

CREATE TEMPORARY TABLE grid AS
SELECT s.id AS store_id, d::date AS day, g.*, s.time_zone, s.slot_duration
FROM randevoo.stores s
  CROSS JOIN generate_series(date '2031-01-01', date '2031-12-31', '1 day') d
  CROSS JOIN LATERAL randevoo.slot_grid(s.id, d::date) g
WHERE s.name LIKE 'zone %';

SELECT cmp_ok((SELECT count(*) FROM grid), '>', 100000::bigint, 'a year in ten zones has slots');

SELECT is_empty(
  $$SELECT * FROM (
      SELECT *, lead(slot_start) OVER (PARTITION BY store_id ORDER BY slot_start) AS next
      FROM grid) g WHERE next < slot_end$$,
  'no two slots of a store overlap, whatever its clock does');

SELECT is_empty(
  $$SELECT * FROM grid WHERE slot_end - slot_start <> slot_duration$$,
  'every slot of the year lasts its duration');

SELECT is_empty(
  $$SELECT * FROM grid WHERE slot_start < day::timestamp AT TIME ZONE time_zone
      OR slot_end > (day + 1)::timestamp AT TIME ZONE time_zone$$,
  'no slot of the year begins before opening or ends after closing');

-- What the customer is shown -------------------------------------------------------------------

SELECT pg_temp.shop('range', pg_temp.kept('owner'), 'America/New_York', '1 hour', 2, 3);

:as_app;

SELECT results_eq(
  $$SELECT DISTINCT (slot_start AT TIME ZONE 'America/New_York')::date
    FROM randevoo.slot_list(pg_temp.kept('range'), NULL, '2031-06-11 02:00+00') ORDER BY 1$$,
  $$VALUES (date '2031-06-10'), ('2031-06-11'), ('2031-06-12')$$,
  'a range of 3 days is the store''s today and the two days after');

-- 15:20 in New York is 19:20 UTC.
CREATE FUNCTION pg_temp.shown(at timestamptz) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT to_char(g.slot_start AT TIME ZONE 'America/New_York', 'HH24') || ' ' || g.status
  FROM randevoo.slot_status(pg_temp.kept('range'), pg_temp.kept('customer'), '2031-06-11', at) g
$$;

SELECT results_eq(
  $$SELECT pg_temp.shown('2031-06-11 19:20+00')$$,
  $$VALUES ('10 exceeded'), ('11 exceeded'), ('12 exceeded'), ('13 exceeded'), ('14 exceeded'),
    ('15 exceeded'), ('16 available'), ('17 available')$$,
  'at 15:20 the first start is 16:00');

SELECT results_eq(
  format('SELECT pg_temp.shown(%L) LIMIT 1 OFFSET 5', at), $$VALUES ('15 ' || $$ || quote_literal(s)
    || ')', format('at %s New York the slot of 15:00 is %s', local, s))
FROM (VALUES ('2031-06-11 18:59:59+00', '14:59:59', 'available'),
  ('2031-06-11 19:00+00', '15:00', 'exceeded')) v (at, local, s);

SELECT is((SELECT array_agg(DISTINCT split_part(s, ' ', 2)) FROM pg_temp.shown(
  '2031-06-10 23:30-04') s), '{available}', 'tomorrow''s slots are never exceeded');

SELECT pg_temp.thing('bag', pg_temp.kept('range')),
  pg_temp.shop('elsewhere', pg_temp.kept('owner'));

SELECT pg_temp.thing('scarf', pg_temp.kept('elsewhere'));

SELECT pg_temp.book('there', 'customer', 'elsewhere', 'scarf', '2031-06-11 15:00+00',
  '2031-06-10 15:00+00');

SELECT pg_temp.book('first', 'other', 'range', 'bag', '2031-06-11 14:00+00', '2031-06-10 15:00+00');

SELECT is((SELECT s FROM pg_temp.shown('2031-06-10 16:00+00') s WHERE s LIKE '10%'),
  '10 available', 'one of two places taken leaves the slot available');

SELECT is((SELECT s FROM pg_temp.shown('2031-06-10 16:00+00') s WHERE s LIKE '11%'),
  '11 occupied', 'a slot is occupied by the customer''s own reservation at another store');

SELECT pg_temp.person('third');

SELECT pg_temp.book('second', 'third', 'range', 'bag', '2031-06-11 14:00+00',
  '2031-06-10 15:00+00');

SELECT is((SELECT s FROM pg_temp.shown('2031-06-10 16:00+00') s WHERE s LIKE '10%'),
  '10 unavailable', 'a slot whose capacity is taken is unavailable');

:as_app;

SELECT is(
  (SELECT status FROM randevoo.slot_status(pg_temp.kept('range'), pg_temp.kept('third'),
    '2031-06-11', '2031-06-10 16:00+00') LIMIT 1),
  'occupied', 'occupied comes before unavailable');

SELECT is(
  (SELECT status FROM randevoo.slot_status(pg_temp.kept('range'), pg_temp.kept('third'),
    '2031-06-11', '2031-06-11 14:10+00') LIMIT 1),
  'exceeded', 'exceeded comes before occupied');

SELECT randevoo.reservation_cancel(pg_temp.kept('there'), pg_temp.kept('customer'),
  '2031-06-10 16:00+00');

SELECT is((SELECT s FROM pg_temp.shown('2031-06-10 16:00+00') s WHERE s LIKE '11%'),
  '11 available', 'a cancelled reservation occupies nothing');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

SELECT * FROM finish();

ROLLBACK;
