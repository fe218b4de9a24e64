BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cas,dan}'::text[]) p;

SELECT pg_temp.trip('alps', 'ann');

-- users: name, email and/or Telegram sign-in (one person may hold both), photo, social links

:as_app;

SELECT sotravel.identity_add(pg_temp.kept('ann'), 'telegram', 'tg-ann', NULL, 'ann_tg',
  pg_temp.day(-9));

SELECT is(sotravel.user_sign_up('telegram', 'tg-ann', 'Ann again', at => pg_temp.day(-8)),
  pg_temp.kept('ann'), 'one person holds an e-mail and a Telegram sign-in');

SELECT throws_ok($$SELECT sotravel.identity_add(pg_temp.kept('bob'), 'telegram', 'tg-ann', NULL,
  NULL, pg_temp.day(-8))$$, 'ST003', NULL, 'nobody takes the account of somebody else');

SELECT throws_ok($$SELECT sotravel.identity_add(pg_temp.kept('ann'), 'telegram', 'tg-2', NULL, NULL,
  pg_temp.day(-8))$$, 'ST007', NULL, 'nobody has two accounts of one kind');

SELECT throws_ok($$SELECT sotravel.user_sign_up('google', 'x', 'X')$$, 'ST007', NULL,
  'there are no other ways to sign in');

SELECT throws_ok(format($$SELECT sotravel.user_sign_up('email', 'x', 'X', time_zone => %L)$$, z),
  'ST007', NULL, 'there is no time zone ' || z)
FROM unnest('{Mars,Mars/Olympus,ABC3,+02:00}'::text[]) z;

SELECT lives_ok(format($$SELECT sotravel.user_sign_up('email', %1$L, 'X', time_zone => %1$L)$$, z),
  'but ' || z)
FROM unnest('{America/Port-au-Prince,Etc/GMT+3,UTC}'::text[]) z;

SELECT sotravel.user_change(pg_temp.kept('ann'), 'Ann', 'https://photos.example/ann.jpg',
  '{site,map}', '{https://ann.example,https://map.example/ann}', pg_temp.day(-8));

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM sotravel.social_links WHERE user_id = pg_temp.kept('ann')),
  2::bigint, 'a person has a photo and social links');

:as_app;

SELECT throws_ok($$SELECT sotravel.user_change(pg_temp.kept('ann'), 'Ann', NULL, '{a}',
  '{javascript:alert(1)}', pg_temp.day(-8))$$, 'ST007', NULL, 'a link is https');

SELECT throws_ok($$SELECT sotravel.user_change(pg_temp.kept('ann'), 'Ann', NULL, '{a,a}',
  '{https://a.example,https://b.example}', pg_temp.day(-8))$$, 'ST007', NULL, 'one of each kind');

SELECT throws_ok($$SELECT sotravel.user_change(pg_temp.kept('ann'), 'Ann', NULL, '{a,b}',
  '{https://a.example}', pg_temp.day(-8))$$, 'ST007', NULL, 'every kind of link has its URL');

-- "Friends" are the fellow members of a trip, derived

SELECT is((SELECT count(*) FROM sotravel.friend_list(pg_temp.kept('ann'), pg_temp.day(1))),
  0::bigint, 'who travels with nobody has no friends');

SELECT pg_temp.join('bob', 'alps'), pg_temp.join('cas', 'alps');

SELECT results_eq($$SELECT name, trips
    FROM sotravel.friend_list(pg_temp.kept('bob'), pg_temp.day(5))$$,
  $$VALUES ('Ann'::text, 1::bigint), ('cas', 1)$$, 'friends are the fellow members of a trip');

SELECT sotravel.trip_leave(pg_temp.kept('cas'), pg_temp.kept('alps'), pg_temp.day(5));

SELECT results_eq($$SELECT name FROM sotravel.friend_list(pg_temp.kept('bob'), pg_temp.day(5))$$,
  $$VALUES ('Ann'::text)$$, 'and no longer friends once they left');

-- Many users are resolved in one query (600 on one trip)

SELECT results_eq($$SELECT name, role
    FROM sotravel.member_list(pg_temp.kept('bob'), pg_temp.kept('alps'), pg_temp.day(5))$$,
  $$VALUES ('Ann'::text, 'host'::text), ('bob', 'traveller')$$,
  'all members of a trip come by one query');

SELECT is((SELECT count(*) FROM sotravel.member_list(pg_temp.kept('dan'), pg_temp.kept('alps'),
  pg_temp.day(5))), 0::bigint, 'for nobody outside');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
