-- Every function that the app's login may call is called as that login.
BEGIN;

\ir fixture.sql
\ir ../fixtures/index.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p;

SELECT pg_temp.spot('Lagoon', 'ann');

SELECT pg_temp.index_build('findspot', 'place');

CREATE TEMPORARY TABLE walk(place serial, call text, wanted text, kept text);

INSERT INTO walk(call, wanted, kept) VALUES
  ($$findspot.changes()$$, '^\([0-9a-f]+\.\d+\.0\.0,,,,end,', NULL),
  ($$findspot.user_register('test dan', 'dan@mail.example', 'Dan', now())$$, '^\d+$', 'dan'),
  ($$findspot.sign_in(pg_temp.kept('dan'), 'google', 'phone', 'a phone', '192.0.2.7', 'FI',
    now())$$, '^$', NULL),
  ($$findspot.device_register(pg_temp.kept('dan'), 'token of dan', 'ios', '2.1.0', now())$$, '^$',
    NULL),
  ($$findspot.device_forget(pg_temp.kept('dan'), 'token of dan', now())$$, '^$', NULL),
  ($$findspot.notice_list(pg_temp.kept('dan'), now())$$, '^no row$', NULL),
  ($$findspot.notice_unread(pg_temp.kept('dan'), now())$$, '^0$', NULL),
  ($$findspot.notices_read(pg_temp.kept('dan'), 9223372036854775807, now())$$, '^0$', NULL),
  ($$findspot.user_rename(pg_temp.kept('dan'), 'Daniel', now())$$, '^$', NULL),
  ($$findspot.place_add(pg_temp.kept('dan'), 'Cliff', 'High above the sea', 'Oulu', 65.01, 25.47,
    '{new/c/1.jpg}', '{1000}', now())$$, '^\d+$', 'cliff'),
  ($$findspot.place_change(pg_temp.kept('dan'), pg_temp.kept('cliff'), 'Red cliff',
    'High above the sea', 'Oulu', now())$$, '^$', NULL),
  ($$findspot.place_search(pg_temp.kept('dan'), 'oulu', 'cliff SEA', now())$$,
    '^\(\d+,"Red cliff",Oulu,65\.01\d*,25\.47\d*\)$', NULL),
  ($$findspot.place_near(pg_temp.kept('dan'), 65, 25.4, 10000, now())$$,
    '^\(\d+,"Red cliff",', NULL),
  ($$findspot.place_find(pg_temp.kept('dan'), 'lagooon', now())$$, '^\(\d+,Lagoon,', NULL),
  ($$findspot.photo_add(pg_temp.kept('dan'), pg_temp.kept('cliff'), 'new/c/2.jpg', 2000, now())$$,
    '^2$', NULL),
  ($$findspot.photo_open(pg_temp.kept('dan'), 'new/c/2.jpg', now())$$, '^true$', NULL),
  ($$findspot.photo_remove(pg_temp.kept('dan'), pg_temp.kept('cliff'), 2, now())$$, '^$', NULL),
  ($$findspot.removal_take(10)$$, 'new/c/2\.jpg', NULL),
  ($$findspot.favourite_add(pg_temp.kept('dan'), pg_temp.kept('Lagoon'), now())$$, '^$', NULL),
  ($$findspot.place_view(pg_temp.kept('dan'), pg_temp.kept('Lagoon'), now())$$,
    '^\(Lagoon,"A description",Testville,60\.17\d*,24\.94\d*,.*"\{1,2\}",\d+,ann,t,', NULL),
  ($$findspot.favourite_list(pg_temp.kept('dan'), now())$$, ',Lagoon,', NULL),
  ($$findspot.favourite_remove(pg_temp.kept('dan'), pg_temp.kept('Lagoon'), now())$$, '^$', NULL),
  ($$findspot.place_delete(pg_temp.kept('dan'), pg_temp.kept('cliff'), now())$$, '^$', NULL);

\set other sotravel
\ir ../walk.sql

ROLLBACK;
