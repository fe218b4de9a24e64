-- Everybody signed in browses the map, the list nearby, trending and search, reads others'
-- itineraries, and sees an activity's coordinates; users edit name and username.
BEGIN;

\ir fixture.sql
\ir ../fixtures/index.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p;

SELECT pg_temp.half('newcomer');

SELECT pg_temp.activity(a, 'ann') FROM unnest('{swim,climb,past,gone}'::text[]) a;

:as_app;

SELECT pg_temp.keep('east', buckit.activity_post(pg_temp.kept('bob'), 'east', 'x', 'x', 'Taveuni',
    -16.8, 179.99, now() + interval '1 day', now())),
  pg_temp.keep('west', buckit.activity_post(pg_temp.kept('bob'), 'west', 'x', 'x', 'Taveuni',
    -16.8, -179.99, now() + interval '1 day', now()));

SELECT pg_temp.keep('tour', buckit.itinerary_make(pg_temp.kept('bob'), 'tour', ARRAY(
  SELECT pg_temp.kept(a) FROM unnest('{gone,swim,past}'::text[]) a), now()));

RESET SESSION AUTHORIZATION;

UPDATE buckit.activities SET happens_at = now() - interval '1 hour'
WHERE id = pg_temp.kept('past');

SELECT pg_temp.index_build('buckit', 'activity');

SELECT set_config('test.gone', pg_temp.kept('gone')::text, TRUE),
  set_config('test.tour', pg_temp.kept('tour')::text, TRUE);

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT outcome FROM reeve.action_perform('ban', 'buckit', 'activity',
  current_setting('test.gone'), :'why', NULL) \gset

RESET SESSION AUTHORIZATION;

:as_app;

-- What may be browsed, by each way that there is.
CREATE FUNCTION pg_temp.listed(title text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ',
    (SELECT 'list' FROM buckit.activity_listing(now()) l WHERE l.title = listed.title),
    (SELECT 'map' FROM buckit.activity_map(60, 24, 61, 25, now()) l WHERE l.title = listed.title),
    (SELECT 'near' FROM buckit.activity_near(60.17, 24.94, 100, now()) l
      WHERE l.title = listed.title),
    (SELECT 'search' FROM buckit.search_activity(listed.title) l WHERE l.label = listed.title),
    (SELECT 'trending' FROM buckit.trending_activity() l WHERE l.label = listed.title))
$$;

SELECT buckit.vote_cast(pg_temp.kept('bob'), pg_temp.kept(a), 1, now())
FROM unnest('{swim,climb,past}'::text[]) a;

SELECT is(pg_temp.listed('swim'), 'list map near search trending',
  'an activity to come is listed, on the map, nearby, found and trending');

SELECT is(pg_temp.listed('past'), '', 'a past one is none of these');

SELECT is(pg_temp.listed('gone'), '', 'nor is one that was banned');

SELECT is((SELECT (p.title, p.latitude, p.longitude)::text
    FROM buckit.activity_page(pg_temp.kept('swim'), now()) p), '(swim,60.17,24.94)',
  'the page of an activity has its coordinates');

SELECT is((SELECT (p.title, p.latitude, p.longitude)::text
    FROM buckit.activity_page(pg_temp.kept('gone'), now()) p), '(removed,,)',
  'that of a tombstone has none');

SELECT results_eq($$SELECT title FROM buckit.activity_near(-16.8, -179.98, 5000, now())$$,
  '{west,east}'::text[], 'what is near is so across the antimeridian, the nearest first');

SELECT results_eq($$SELECT title FROM buckit.activity_map(-17, 179, -16, -179, now())$$,
  '{west,east}'::text[], 'and so is a map, the newest first');

SELECT is((SELECT count(*) FROM buckit.activity_listing(now(), max_rows => 1)), 1::bigint,
  'pages are as long as was asked for');

SELECT results_eq(format($$SELECT title FROM buckit.activity_listing(now(), %s)$$,
    pg_temp.kept('east')), '{climb,swim}'::text[],
  'the next page follows the last row of the one before');

SELECT pg_temp.refused(format('SELECT * FROM buckit.activity_near(%s, now())', v.given), 'BK007',
  format('nothing is near %s', v.given))
FROM (VALUES ('91, 0, 1000'), ('''NaN'', 0, 1000'), ('0, 0, 0'), ('0, NULL, 10')) v(given);

SELECT pg_temp.refused('SELECT * FROM buckit.activity_map(10, 0, 0, 10, now())', 'BK007',
  'no map is upside down');

SELECT pg_temp.refused('SELECT * FROM buckit.trending_activity(NULL, 91, 0)', 'RV001',
  'nothing is trending off the earth');

SELECT is((SELECT score FROM buckit.trending_activity(pg_temp.kept('ann')::text)
    WHERE label = 'swim'), 1::double precision,
  'who has not voted for an author has what everybody has');

SELECT is((SELECT score FROM buckit.trending_activity(pg_temp.kept('bob')::text)
    WHERE label = 'swim'), round(1.3 ^ 3, 3)::double precision,
  'who has voted up three of an author sees them higher');

-- Others' itineraries are read.

SELECT results_eq(format($$SELECT title, latitude, is_removed
    FROM buckit.itinerary_view(%s, now())$$, pg_temp.kept('tour')),
  $$VALUES ('removed', NULL, TRUE), ('swim', 60.17::double precision, FALSE),
    ('past', 60.17, FALSE)$$,
  'an itinerary is read in order, past activities as they are, a banned one as a tombstone');

SELECT results_eq(format($$SELECT title, username, stops FROM buckit.itinerary_list(%s, now())$$,
    pg_temp.kept('bob')), $$VALUES ('tour', 'bob', 3::bigint)$$,
  'and is in the list of its author''s');

RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT outcome FROM reeve.action_perform('hide', 'buckit', 'itinerary',
  current_setting('test.tour'), :'why', NULL) \gset

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is_empty(format('SELECT FROM buckit.itinerary_view(%s, now())', pg_temp.kept('tour')),
  'a hidden one is not read');

SELECT is_empty('SELECT FROM buckit.itinerary_list(NULL, now()) WHERE title = ''tour''',
  'nor listed');

-- Users edit name and username.

SELECT lives_ok(format($$SELECT buckit.user_change(%s, 'BOB', 'Robert', now())$$,
  pg_temp.kept('bob')), 'a username may change its letters');

SELECT lives_ok(format($$SELECT buckit.user_change(%s, 'fresh', 'Fresh', now())$$,
  pg_temp.kept('newcomer')), 'a half account may be renamed');

SELECT is((SELECT (username, name)::text FROM buckit.profile(pg_temp.kept('bob'), now())),
  '(BOB,Robert)', 'the profile has the new name');

SELECT pg_temp.refused(format($$SELECT buckit.user_change(%s, 'Ann', 'x', now())$$,
  pg_temp.kept('bob')), 'BK006', 'nobody takes the username of another, in other letters either');

SELECT pg_temp.refused(format('SELECT buckit.user_change(%s, %L, %L, now())', pg_temp.kept('bob'),
  v.username, v.name), 'BK007', format('nobody is called %s, %s', v.username, left(v.name, 5)))
FROM (VALUES ('a', 'x'), ('a b', 'x'), ('a@b', 'x'), ('a/b', 'x'), (repeat('a', 41), 'x'),
  (E'a\tb', 'x'), ('bob', ''), ('bob', repeat('x', 101)), ('erased-1', 'x'), ('ERASED-1', 'x'))
  v (username, name);

SELECT pg_temp.refused(format($$SELECT buckit.user_sign_up('erased-%s', 'x', 'google', 'y', NULL,
  now())$$, pg_temp.kept('ann')), 'BK007', 'nobody signs up as who may be erased');

SELECT throws_ok($$SELECT buckit.user_follow(pg_temp.kept('ann'), -1, now())$$, 'BK001', NULL,
  'nobody follows who is not there');

SELECT throws_ok($$SELECT buckit.bucket_copy(pg_temp.kept('ann'), -1, now())$$, 'BK001', NULL,
  'nor copies a bucket that is not');

SELECT throws_ok($$SELECT buckit.bucket_make(pg_temp.kept('ann'), repeat('x', 201), NULL,
  now())$$, 'BK007', 'title takes 1 to 200 characters',
  'what is refused names the argument, and what it takes');

SELECT throws_ok('SELECT FROM buckit.activities', '42501', NULL,
  'the app reads no activity past these functions');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
