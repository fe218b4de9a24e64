BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{host,ann,near,far,quiet,banned,out}'::text[]) p;

SELECT pg_temp.trip('alps', 'host'), pg_temp.trip('city', 'out', 'street');

SELECT pg_temp.join(p, 'alps') FROM unnest('{ann,near,far,quiet,banned}'::text[]) p;

SELECT pg_temp.stand('host', 46.70, 12.60), pg_temp.stand('ann', 46.60, 12.30),
  pg_temp.stand('near', 46.61, 12.31), pg_temp.stand('far', 46.80, 12.30),
  pg_temp.stand('banned', 46.60, 12.30), pg_temp.stand('out', 46.60, 12.30);

SET LOCAL ROLE reeve_writer_sotravel;

UPDATE sotravel.users SET blocked_until = 'infinity' WHERE id = pg_temp.kept('banned');

RESET ROLE;

-- A trip's host sees every member; a member sees all friends, those nearby first; nobody outside
-- sees any

SELECT is(pg_temp.seen('host', 'alps'), 'ann far host near', 'a host sees every member');

SELECT is(pg_temp.seen(p, 'alps'), 'ann far host near', 'so does ' || p)
FROM unnest('{ann,far,quiet}'::text[]) p;

:as_app;

SELECT is((SELECT string_agg(u.name, ' ' ORDER BY l.place)
    FROM sotravel.location_list(pg_temp.kept('ann'), pg_temp.kept('alps'), pg_temp.day(5))
      WITH ORDINALITY l(member, latitude, longitude, seen_at, metres, trip, place)
    JOIN sotravel.users u ON u.id = l.member), 'ann near far host', 'those nearby come first');

SELECT is((SELECT count(l.metres) FROM sotravel.location_list(pg_temp.kept('quiet'),
  pg_temp.kept('alps'), pg_temp.day(5)) l), 0::bigint,
  'who shares nothing is not told how far they are');

-- Friends are the members of all of one's trips.

SELECT pg_temp.join('host', 'city');

SELECT is((SELECT string_agg(u.name, ' ' ORDER BY u.name COLLATE "C")
    FROM sotravel.location_list(pg_temp.kept('host'), NULL, pg_temp.day(5)) l
    JOIN sotravel.users u ON u.id = l.member), 'ann far host near out',
  'a map of all friends has those of every trip');

SELECT is((SELECT string_agg(u.name, ' ' ORDER BY u.name COLLATE "C")
    FROM sotravel.location_list(pg_temp.kept('ann'), NULL, pg_temp.day(5)) l
    JOIN sotravel.users u ON u.id = l.member), 'ann far host near', 'and nobody else''s');

SELECT sotravel.trip_switch(pg_temp.kept('host'), pg_temp.kept('alps'), pg_temp.day(5));

-- The kind of map follows where the user is.

SELECT is(sotravel.map_kind(pg_temp.kept(v.who), pg_temp.day(5)), v.kind, v.words)
FROM (VALUES ('ann', 'mountain', 'in the Dolomites it is the mountains'),
  ('out', 'mountain', 'whatever the trip says'), ('quiet', 'mountain', 'else as the trip says'))
  v (who, kind, words);

SELECT is(sotravel.map_kind(pg_temp.kept('out'), pg_temp.day(6)), 'street',
  'also when the position is old');

SELECT pg_temp.stand('far', 47.27, 11.40, pg_temp.day(5));

SELECT is(sotravel.map_kind(pg_temp.kept('far'), pg_temp.day(5)), 'street',
  'in a city among mountains it is streets');

SELECT pg_temp.stand('far', 46.80, 12.30, pg_temp.day(5));

RESET SESSION AUTHORIZATION;

SELECT is(sotravel.map_kind_at(latitude, longitude), 'street', 'elsewhere, too')
FROM (VALUES (60.17, 24.94), (-16.8, 179.99), (90, 0)) v (latitude, longitude);

SELECT is(pg_temp.seen('out', 'alps'), 'nobody', 'nobody outside sees any');

SELECT is(pg_temp.seen('banned', 'alps'), 'nobody', 'nobody banned sees any');

SELECT is(pg_temp.seen('ann', 'city'), 'nobody', 'nor of another trip');

:as_app;

SELECT is((SELECT count(*) FROM sotravel.member_list(pg_temp.kept('ann'), pg_temp.kept('alps'),
  pg_temp.day(5)) WHERE latitude IS NOT NULL), 4::bigint,
  'the list of members shows the same positions');

RESET SESSION AUTHORIZATION;

SELECT is(has_table_privilege('sotravel_app', 'sotravel.locations', 'SELECT'), FALSE,
  'the app reads no position past these functions');

SELECT is(pg_temp.seen('host', 'alps', pg_temp.day(1) - interval '1 s'), 'nobody',
  'nobody sees any before the trip');

-- last known position per user with time

SELECT pg_temp.stand('ann', 46.605, 12.30, pg_temp.day(5) + interval '1 minute');

SELECT pg_temp.stand('ann', 1, 1, pg_temp.day(5) + interval '30 seconds');

SELECT results_eq($$SELECT latitude, seen_at FROM sotravel.locations
    WHERE user_id = pg_temp.kept('ann')$$,
  $$VALUES (46.605::double precision, pg_temp.day(5) + interval '1 minute')$$,
  'the last position is kept, and no history; one that comes late changes nothing');

SELECT is(pg_temp.seen('host', 'alps', pg_temp.day(5) + interval '15 minutes'), 'ann',
  'a position is seen for 15 minutes');

-- Bad input

SELECT throws_ok(format($$SELECT pg_temp.stand('ann', %L, %L)$$, latitude, longitude), 'ST007',
  'a latitude is -90 to 90, a longitude -180 to 180',
  format('no position is at %s, %s; the message does not repeat it', coalesce(latitude, 'nothing'),
    longitude))
FROM (VALUES ('91', '0'), ('-90.000001', '0'), ('NaN', '0'), ('0', 'NaN'), ('0', '180.000001'),
  ('-Infinity', '0'), (NULL, '0')) v (latitude, longitude);

SELECT throws_ok($$SELECT pg_temp.stand('nobody', 0, 0)$$, 'ST001', NULL,
  'nobody unknown has a position');

SELECT pg_temp.person('lone');

SELECT throws_ok($$SELECT pg_temp.stand('lone', 0, 0)$$, 'ST005', NULL,
  'nobody on no trip has one');

SELECT throws_ok($$INSERT INTO sotravel.locations
  VALUES (pg_temp.kept('lone'), pg_temp.kept('alps'), 0, 0, pg_temp.day(5), pg_temp.day(10))$$,
  '23503', NULL, 'nobody on a trip of others, whoever writes the row');

SELECT throws_ok($$UPDATE sotravel.locations SET latitude = 0
  WHERE user_id = pg_temp.kept('banned')$$, 'ST002', NULL, 'nobody banned, whoever writes the row');

:as_app;

SELECT sotravel.trip_create(pg_temp.kept('lone'), 'past', 'Testville', 'street', pg_temp.day(1),
  pg_temp.day(3), NULL, pg_temp.day(-8)) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT throws_ok($$SELECT pg_temp.stand('lone', 0, 0)$$, 'ST004', NULL,
  'nobody has one on a trip that is over');

:as_app;

SELECT sotravel.trip_create(pg_temp.kept('lone'), 'next', 'Testville', 'street', pg_temp.day(7),
  pg_temp.day(9), NULL, pg_temp.day(5)) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT throws_ok(format($$SELECT pg_temp.stand('lone', 0, 0, pg_temp.day(%s))$$, d), 'ST004', NULL,
  'nor on one that is to come, whatever the phone''s clock says')
FROM unnest('{5,8}'::int[]) d;

SELECT pg_temp.stand('far', 46.81, 12.30, pg_temp.day(6)), pg_temp.stand('far', 46.82, 12.30,
  clock_timestamp());

SELECT is((SELECT l.latitude FROM sotravel.locations l
    WHERE l.user_id = pg_temp.kept('far')), 46.82::float8,
  'a phone whose clock was ahead is seen when it is right again');

SELECT is(round(sotravel.metres(a, b, c, d)::numeric / 1000)::integer, km, 'km from ' || name)
FROM (VALUES (90, 0, 90, 180, 0, 'the pole to itself'), (0, 179.5, 0, -179.5, 111,
    'one side of the antimeridian to the other'), (90, 0, -90, 77, 20015, 'pole to pole'),
  (46.6, 12.3, 46.6, 12.3, 0, 'a place to itself')) v (a, b, c, d, km, name);

SELECT pg_temp.stand('ann', -16.8, 179.9999, pg_temp.day(5) + interval '2 minutes'),
  pg_temp.stand('near', -16.8, -179.9999, pg_temp.day(5) + interval '2 minutes');

:as_app;

SELECT is((SELECT string_agg(u.name, ' ' ORDER BY u.name)
    FROM sotravel.location_list(pg_temp.kept('ann'), pg_temp.kept('alps'),
      pg_temp.day(5) + interval '3 minutes') l
    JOIN sotravel.users u ON u.id = l.member WHERE l.metres < 1000), 'ann near',
  'members are near each other across the antimeridian');

-- A user can withdraw theirs: the row goes at once; no history is kept

SELECT sotravel.location_withdraw(pg_temp.kept('near'), pg_temp.day(5));

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM sotravel.locations WHERE user_id = pg_temp.kept('near')), 0::bigint,
  'who withdraws a position has none');

:as_app;

SELECT sotravel.trip_leave(pg_temp.kept('ann'), pg_temp.kept('alps'), pg_temp.day(5));

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM sotravel.locations WHERE user_id = pg_temp.kept('ann')), 0::bigint,
  'who leaves the trip takes theirs along');

SELECT is((SELECT relpersistence FROM pg_class WHERE oid = 'sotravel.locations'::regclass),
  'u'::"char", 'no WAL has positions');

-- all of a trip's at its end

:as_app;

SELECT sotravel.trip_change(pg_temp.kept('host'), pg_temp.kept('alps'), 'alps', 'Testville',
  pg_temp.day(1), pg_temp.day(5), NULL, pg_temp.day(5));

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM sotravel.locations WHERE trip_id = pg_temp.kept('alps')), 0::bigint,
  'a trip that is ended takes all positions along');

UPDATE sotravel.trips SET starts_at = now() - interval '2 days', ends_at = now()
WHERE id = pg_temp.kept('city');

SELECT is((SELECT count(*) FROM sotravel.locations), 0::bigint, 'whoever writes the end');

SELECT * FROM finish();

ROLLBACK;
