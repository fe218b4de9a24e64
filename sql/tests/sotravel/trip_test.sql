BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cas,dan}'::text[]) p;

SELECT pg_temp.trip('alps', 'ann'), pg_temp.trip('city', 'bob', 'street');

SELECT pg_temp.join('cas', 'alps');

-- trips (title, place, start, end, image)

:as_app;

SELECT throws_ok($$SELECT sotravel.trip_create(pg_temp.kept('ann'), 'x', 'y', 'mountain',
  pg_temp.day(5), pg_temp.day(4), NULL, pg_temp.day(1))$$, 'ST007', NULL,
  'a trip ends after it starts');

SELECT throws_ok($$SELECT sotravel.trip_create(pg_temp.kept('ann'), 'x', 'y', 'mountain',
  pg_temp.day(1), pg_temp.day(2), NULL, pg_temp.day(3))$$, 'ST007', NULL,
  'nobody makes a trip that is over');

SELECT throws_ok($$SELECT sotravel.trip_create(pg_temp.kept('ann'), 'x', 'y', 'mountain',
  pg_temp.day(1), 'infinity', NULL, pg_temp.day(3))$$, 'ST007', NULL, 'a trip has an end');

SELECT throws_ok($$SELECT sotravel.trip_create(pg_temp.kept('ann'), 'x', 'y', 'sea',
  pg_temp.day(1), pg_temp.day(9), NULL, pg_temp.day(0))$$, 'ST007', NULL,
  'a map is of mountains or streets');

-- trip_members with role host | traveller

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT user_id, role FROM sotravel.trip_members
    WHERE trip_id = pg_temp.kept('alps') ORDER BY joined_at$$,
  $$VALUES (pg_temp.kept('ann'), 'host'::text), (pg_temp.kept('cas'), 'traveller')$$,
  'who makes a trip hosts it, who joins travels');

:as_app;

SELECT throws_ok($$SELECT sotravel.trip_role_set(pg_temp.kept('cas'), pg_temp.kept('alps'),
  pg_temp.kept('cas'), 'host', pg_temp.day(2))$$, 'ST003', NULL, 'a traveller appoints nobody');

SELECT throws_ok($$SELECT sotravel.trip_role_set(pg_temp.kept('ann'), pg_temp.kept('alps'),
  pg_temp.kept('cas'), 'captain', pg_temp.day(2))$$, 'ST007', NULL, 'there is no other role');

SELECT throws_ok($$SELECT sotravel.trip_leave(pg_temp.kept('ann'), pg_temp.kept('alps'),
  pg_temp.day(2))$$, 'ST004', NULL, 'the last host does not leave others alone');

RESET SESSION AUTHORIZATION;

SELECT throws_ok($$DELETE FROM sotravel.trip_members WHERE role = 'host'
  AND trip_id = pg_temp.kept('alps')$$, 'ST004', NULL, 'whoever deletes the row');

:as_app;

SELECT throws_ok($$SELECT sotravel.trip_role_set(pg_temp.kept('ann'), pg_temp.kept('alps'),
  pg_temp.kept('ann'), 'traveller', pg_temp.day(2))$$, 'ST004', NULL, 'nor steps down');

SELECT sotravel.trip_role_set(pg_temp.kept('ann'), pg_temp.kept('alps'), pg_temp.kept('cas'),
  'host', pg_temp.day(2));

SELECT lives_ok($$SELECT sotravel.trip_leave(pg_temp.kept('ann'), pg_temp.kept('alps'),
  pg_temp.day(2))$$, 'where another host remains, one leaves');

-- a user is in several trips and switches

SELECT pg_temp.join('cas', 'city');

SELECT results_eq($$SELECT title, is_current
    FROM sotravel.trip_list(pg_temp.kept('cas'), pg_temp.day(5)) ORDER BY title$$,
  $$VALUES ('alps'::text, TRUE), ('city', FALSE)$$, 'a user is in several trips');

SELECT pg_temp.stand('cas', 46, 12);

SELECT sotravel.trip_switch(pg_temp.kept('cas'), pg_temp.kept('city'), pg_temp.day(5));

SELECT results_eq($$SELECT title, is_current
    FROM sotravel.trip_list(pg_temp.kept('cas'), pg_temp.day(5)) ORDER BY title$$,
  $$VALUES ('alps'::text, FALSE), ('city', TRUE)$$, 'and switches');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM sotravel.locations WHERE user_id = pg_temp.kept('cas')), 0::bigint,
  'which takes the position along');

:as_app;

SELECT throws_ok($$SELECT sotravel.trip_switch(pg_temp.kept('dan'), pg_temp.kept('city'),
  pg_temp.day(5))$$, 'ST005', NULL, 'only to a trip of theirs');

RESET SESSION AUTHORIZATION;

SELECT throws_ok($$UPDATE sotravel.users SET current_trip_id = pg_temp.kept('city')
  WHERE id = pg_temp.kept('dan')$$, '23503', NULL, 'whoever writes the row');

:as_app;

SELECT throws_ok($$SELECT sotravel.trip_join(pg_temp.kept('dan'), pg_temp.kept('city'),
  sotravel.trip_link(pg_temp.kept('cas'), pg_temp.kept('alps'), pg_temp.day(5)),
  pg_temp.day(5))$$, 'ST006', NULL, 'the link of another trip opens none');

SELECT throws_ok($$SELECT sotravel.trip_join(pg_temp.kept('dan'), pg_temp.kept('city'), NULL,
  pg_temp.day(5))$$, 'ST006', NULL, 'nor does no link');

-- a trip is active between start and end

SELECT results_eq($$SELECT d, (SELECT is_active
    FROM sotravel.trip_list(pg_temp.kept('bob'), pg_temp.day(d)))
    FROM unnest('{0,1,9,10}'::int[]) d$$,
  $$VALUES (0, FALSE), (1, TRUE), (9, TRUE), (10, FALSE)$$,
  'a trip is active from its start until its end');

SELECT throws_ok($$SELECT sotravel.event_create(pg_temp.kept('bob'), pg_temp.kept('city'), 'x', '',
  '', NULL, NULL, pg_temp.day(11), pg_temp.day(12), pg_temp.day(10))$$, 'ST004', NULL,
  'nothing is begun on a trip that is over');

SELECT throws_ok($$SELECT sotravel.trip_change(pg_temp.kept('cas'), pg_temp.kept('city'), 'x', 'y',
  pg_temp.day(1), pg_temp.day(9), NULL, pg_temp.day(5))$$, 'ST003', NULL,
  'only a host changes a trip');

-- a host who is alone may leave; whoever comes by the link then hosts the trip

SELECT pg_temp.keep('lone', sotravel.trip_create(pg_temp.kept('cas'), 'Lone', 'Rome', 'mountain',
  pg_temp.day(1), pg_temp.day(10), NULL, pg_temp.day(5)));

SELECT sotravel.trip_link(pg_temp.kept('cas'), pg_temp.kept('lone'), pg_temp.day(5)) AS link \gset

SELECT sotravel.trip_leave(pg_temp.kept('cas'), pg_temp.kept('lone'), pg_temp.day(5));

SELECT sotravel.trip_join(pg_temp.kept('dan'), pg_temp.kept('lone'), :'link', pg_temp.day(5));

SELECT sotravel.trip_join(pg_temp.kept('cas'), pg_temp.kept('lone'), :'link', pg_temp.day(5));

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT u.name, m.role FROM sotravel.trip_members m
    JOIN sotravel.users u ON u.id = m.user_id
  WHERE m.trip_id = pg_temp.kept('lone') ORDER BY m.role$$,
  $$VALUES ('dan'::text, 'host'::text), ('cas', 'traveller')$$,
  'a trip that somebody is on has a host');

SELECT * FROM finish();

ROLLBACK;
