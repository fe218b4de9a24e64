-- A store is told that a customer whom it expects is near; where they are is kept nowhere.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob}'::text[]) p \g /dev/null

SELECT pg_temp.shop('shop', pg_temp.kept('owner')) \g /dev/null

UPDATE randevoo.stores SET latitude = 60.170812, longitude = 24.941309
WHERE id = pg_temp.kept('shop');

SELECT pg_temp.thing('bag', pg_temp.kept('shop')) \g /dev/null

SELECT pg_temp.book('anns', 'ann', 'shop', 'bag'),
  pg_temp.book('bobs', 'bob', 'shop', 'bag', '2031-06-11 11:00+00') \g /dev/null

:as_app;

SELECT randevoo.reservation_approve(pg_temp.kept('anns'), pg_temp.kept('owner'),
  '2031-06-09 09:00+00') \g /dev/null

SELECT is(randevoo.customer_nearby(pg_temp.kept(n.who), n.latitude, n.longitude, n.at::timestamptz),
  n.told, n.words)
FROM (VALUES
  ('ann', 60.180812, 24.941309, '2031-06-11 09:30+00', 0::bigint,
    'a kilometre away nobody is told'),
  ('ann', 60.172812, 24.941309, '2031-06-11 08:59+00', 0, 'nor more than an hour before the slot'),
  ('ann', 60.172812, 24.941309, '2031-06-11 11:00+00', 0, 'nor after it'),
  ('bob', 60.172812, 24.941309, '2031-06-11 10:30+00', 0, 'nor of who has no approved reservation'),
  ('ann', 60.172812, 24.941309, '2031-06-11 09:30+00', 1, 'within 500 m the store is told'),
  ('ann', 60.170812, 24.941309, '2031-06-11 09:45+00', 0, 'once')) n(who, latitude, longitude, at,
    told, words);

SELECT results_eq(format($$SELECT kind, subject, body, has_sound, link
    FROM randevoo.notification_list(%s, '2031-06-11 09:30+00') LIMIT 1$$, pg_temp.kept('owner')),
  format($$VALUES ('customer_nearby', 'Nearby', 'ann is near shop, expected at 2031-06-11 10:00.',
    TRUE, 'https://randevoo.example/reservations/%s')$$, pg_temp.kept('anns')),
  'with who it is, and what a tap opens');

SELECT is_empty(format($$SELECT FROM randevoo.notification_list(%s, '2031-06-12 00:00+00')
  WHERE kind = 'customer_nearby'$$, pg_temp.kept('ann')), 'the customer is told nothing');

SELECT throws_ok(format('SELECT randevoo.customer_nearby(%s, 91.123456, 24.9, now())',
  pg_temp.kept('ann')), 'RN012', 'latitude is -90 to 90, longitude -180 to 180',
  'a message about a wrong position does not repeat it');

RESET SESSION AUTHORIZATION;

-- How near is data.
UPDATE randevoo.settings SET nearby_metres = 0;

DELETE FROM randevoo.notifications WHERE kind = 'customer_nearby';

:as_app;

SELECT is(randevoo.customer_nearby(pg_temp.kept('ann'), 60.170812, 24.941309,
  '2031-06-11 09:30+00'), 0::bigint, 'without a distance no store is told');

RESET SESSION AUTHORIZATION;

-- No table of the app has the position: in no column, as text or as a number.
CREATE FUNCTION pg_temp.traces(word text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  r regclass;
  n bigint;
BEGIN
  FOR r IN SELECT c.oid FROM pg_class c
    WHERE c.relnamespace IN ('randevoo'::regnamespace, 'reeve'::regnamespace)
      AND c.relkind IN ('r', 'p') LOOP
    EXECUTE format('SELECT count(*) FROM %s x WHERE x::text LIKE ''%%'' || $1 || ''%%''', r)
    INTO n USING word;
    IF n > 0 THEN
      RETURN NEXT r::text;
    END IF;
  END LOOP;
END
$$;

SELECT results_eq($$SELECT pg_temp.traces('60.170812')$$, ARRAY['randevoo.stores'],
  'where a store is is found');

SELECT is_empty(format('SELECT pg_temp.traces(%L)', n), 'where a customer was is not')
FROM unnest('{60.180812,60.172812,91.123456}'::text[]) n;

SELECT * FROM finish();

ROLLBACK;
