-- The lines of the domain that the schema holds, each by its own words.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem}'::text[]) p;

SELECT pg_temp.half('newcomer');

SELECT pg_temp.activity('swim', 'ann'), pg_temp.activity('climb', 'ann');

SELECT pg_temp.bucket('mine', 'bob');

:as_app;

-- users: … a photo ends sign-up ------------------------------------------------------------

SELECT pg_temp.refused(format('SELECT buckit.user_activate(%s, %L, now())',
  pg_temp.kept('newcomer'),
  ''), 'BK007', 'a photo ends sign-up: without one there is no activation');

SELECT is(buckit.user_sign_up('newcomer', 'x', 'google', 'test newcomer', NULL, now()),
  pg_temp.kept('newcomer'), 'who signs in again is the same user');

SELECT pg_temp.refused($$SELECT buckit.user_sign_up('ANN', 'x', 'google', 'other', NULL, now())$$,
  'BK006', 'nobody takes the username of another, in other letters either');

-- an account not activated cannot post, vote or comment -------------------------------------

SELECT pg_temp.refused(format($$SELECT buckit.activity_post(%s, 'x', 'x', 'x', 'x', 1, 1,
    now() + interval '1 day', now())$$, pg_temp.kept('newcomer')), 'BK004',
  'an account not activated cannot post an activity');

SELECT pg_temp.refused(format($$SELECT buckit.itinerary_make(%s, 'x', '{}', now())$$,
  pg_temp.kept('newcomer')), 'BK004', 'an account not activated cannot post an itinerary');

SELECT pg_temp.refused(format($$SELECT buckit.bucket_make(%s, 'x', NULL, now())$$,
  pg_temp.kept('newcomer')), 'BK004', 'an account not activated cannot post a bucket');

SELECT pg_temp.refused(format($$SELECT buckit.vote_cast(%s, %s, 1, now())$$,
  pg_temp.kept('newcomer'), pg_temp.kept('swim')), 'BK004',
  'an account not activated cannot vote');

SELECT pg_temp.refused(format($$SELECT buckit.comment_write(%s, %s, 'x', now())$$,
  pg_temp.kept('newcomer'), pg_temp.kept('swim')), 'BK004',
  'an account not activated cannot comment');

SELECT lives_ok(format($$SELECT buckit.user_follow(%s, %s, now())$$,
  pg_temp.kept('newcomer'), pg_temp.kept('ann')), 'it may follow somebody');

-- votes (one up or down per user and activity) ----------------------------------------------

SELECT lives_ok(format($$SELECT buckit.vote_cast(%s, %s, 1, now())$$,
  pg_temp.kept('bob'), pg_temp.kept('swim')), 'a vote is cast');

SELECT pg_temp.refused(format($$SELECT buckit.vote_cast(%s, %s, -1, now())$$,
  pg_temp.kept('bob'), pg_temp.kept('swim')), 'BK006', 'one vote per user and activity');

SELECT pg_temp.refused(format($$SELECT buckit.vote_cast(%s, %s, 2, now())$$,
  pg_temp.kept('bob'), pg_temp.kept('climb')), 'BK007', 'a vote is up or down');

SELECT lives_ok(format($$SELECT buckit.vote_change(%s, %s, -1, now())$$,
  pg_temp.kept('bob'), pg_temp.kept('swim')), 'it may be turned round');

SELECT is((SELECT (up, down)::text FROM buckit.activity_page(pg_temp.kept('swim'), now())), '(0,1)',
  'a vote is visible in the count at once');

SELECT lives_ok(format($$SELECT buckit.vote_withdraw(%s, %s, now())$$,
  pg_temp.kept('bob'), pg_temp.kept('swim')), 'and taken back');

-- activities (… older ones lacking one are imported with a flag) ----------------------------

SELECT pg_temp.refused(format($$SELECT buckit.activity_post(%s, 'x', 'x', 'x', 'x', %s, 1,
    now() + interval '1 day', now())$$, pg_temp.kept('ann'), v.latitude), 'BK007',
  format('a latitude of %s is refused', v.latitude))
FROM (VALUES ('91'), ('''NaN''')) v (latitude);

SELECT lives_ok(format($$SELECT buckit.activity_post(%s, 'x', 'x', 'x', 'x', %s, %s,
    now() + interval '1 day', now())$$, pg_temp.kept('ann'), v.latitude, v.longitude),
  format('%s, %s is a place', v.latitude, v.longitude))
FROM (VALUES (90, 0), (-90, 0), (0, 180), (0, -180)) v (latitude, longitude);

SELECT pg_temp.refused(format($$SELECT buckit.activity_post(%s, 'x', '', 'x', 'x', 1, 1,
    now() + interval '1 day', now())$$, pg_temp.kept('ann')), 'BK007',
  'a new activity lacks nothing');

SELECT pg_temp.refused(format($$SELECT buckit.activity_post(%s, 'x', 'x', 'x', 'x', 1, 1,
    now() - interval '1 day', now())$$, pg_temp.kept('ann')), 'BK007',
  'a new activity is still to come');

RESET SESSION AUTHORIZATION;

SELECT pg_temp.refused(format($$INSERT INTO buckit.activities(author_id, title) VALUES (%s, 'x')$$,
  pg_temp.kept('ann')), '23514', 'whoever writes the row, an activity is complete');

INSERT INTO buckit.activities(author_id, title, is_legacy) VALUES (pg_temp.kept('ann'), 'old',
  TRUE);

SELECT ok((SELECT is_incomplete FROM buckit.activities WHERE title = 'old'),
  'an older one that lacks something is imported with a flag');

-- Others' buckets can be viewed and copied --------------------------------------------------

:as_app;

SELECT buckit.item_add(pg_temp.kept('bob'), pg_temp.kept('mine'), pg_temp.kept(a), now())
FROM unnest('{swim,climb}'::text[]) a;

SELECT buckit.item_done(pg_temp.kept('bob'), pg_temp.kept('mine'), pg_temp.kept('swim'), TRUE,
  now());

SELECT is((SELECT count(*) FROM buckit.bucket_view(pg_temp.kept('cem'), pg_temp.kept('mine'),
  now())),
  2::bigint, 'others'' buckets can be viewed');

SELECT pg_temp.keep('copy', buckit.bucket_copy(pg_temp.kept('cem'), pg_temp.kept('mine'), now()));

SELECT pg_temp.keep('copy of copy',
  buckit.bucket_copy(pg_temp.kept('ann'), pg_temp.kept('copy'), now()));

SELECT is((SELECT (count(*), count(done_at))::text
    FROM buckit.bucket_view(pg_temp.kept('cem'), pg_temp.kept('copy'), now())),
  '(2,0)', 'others'' buckets can be copied; what they did is not');

SELECT pg_temp.refused(format($$SELECT buckit.bucket_copy(%s, %s, now())$$,
  pg_temp.kept('bob'), pg_temp.kept('mine')), 'BK003', 'nobody copies their own');

SELECT pg_temp.refused(format($$SELECT buckit.item_done(%s, %s, %s, TRUE, now())$$,
  pg_temp.kept('bob'), pg_temp.kept('copy'), pg_temp.kept('swim')), 'BK003',
  'nobody says what another did');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT origin_id FROM buckit.buckets WHERE id = pg_temp.kept('copy of copy')),
  pg_temp.kept('mine'), 'a copy of a copy comes from the first bucket');

-- An activity whose date has passed leaves map, trending and search only -------------------

UPDATE buckit.activities SET happens_at = now() - interval '1 hour'
WHERE id = pg_temp.kept('climb');

:as_app;

SELECT is_empty($$SELECT FROM buckit.activity_listing(now()) WHERE title = 'climb'$$,
  'an activity whose date has passed leaves the listings');

SELECT isnt_empty($$SELECT FROM buckit.activity_listing(now()) WHERE title = 'old'$$,
  'one without a date does not');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT results_eq(
  $$SELECT key::bigint = pg_temp.kept('swim') FROM reeve.subject_near('buckit', 'activity', 60.17,
      24.94, 10, NULL, 20) WHERE key::bigint IN (pg_temp.kept('swim'), pg_temp.kept('climb'))$$,
  $$VALUES (TRUE)$$, 'nor does the console list it near a place any more');

SELECT is((SELECT label FROM reeve.subject_find('buckit', 'activity',
  pg_temp.kept('climb')::text, FALSE, 9)), 'climb', 'where it is found as before');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT results_eq(
  $$SELECT title, is_removed FROM buckit.bucket_view(pg_temp.kept('bob'), pg_temp.kept('mine'),
    now())
    ORDER BY title$$,
  $$VALUES ('climb', FALSE), ('swim', FALSE)$$, 'it stays in buckets and completed lists');

SELECT lives_ok(format($$SELECT buckit.item_done(%s, %s, %s, TRUE, now())$$,
  pg_temp.kept('bob'), pg_temp.kept('mine'), pg_temp.kept('climb')), 'and may be done');

-- A deleted activity --------------------------------------------------------------------------

SELECT buckit.vote_cast(pg_temp.kept('cem'), pg_temp.kept('swim'), 1, now());

SELECT buckit.activity_delete(pg_temp.kept('ann'), pg_temp.kept('swim'), now());

SELECT results_eq(
  $$SELECT title, is_removed, done_at IS NOT NULL
    FROM buckit.bucket_view(pg_temp.kept('bob'), pg_temp.kept('mine'), now())
    WHERE activity = pg_temp.kept('swim')$$,
  $$VALUES ('removed', TRUE, TRUE)$$, 'a deleted activity is a tombstone where others have it');

SELECT pg_temp.refused(format('SELECT buckit.%s', s.call), 'BK005', s.words)
FROM (VALUES
  (format('vote_cast(%s, %s, 1, now())', pg_temp.kept('bob'), pg_temp.kept('swim')),
    'nobody votes on a tombstone'),
  (format('comment_write(%s, %s, ''x'', now())', pg_temp.kept('bob'), pg_temp.kept('swim')),
    'nobody comments on a tombstone'),
  (format('favourite_add(%s, %s, now())', pg_temp.kept('bob'), pg_temp.kept('swim')),
    'nobody likes a tombstone'),
  (format('item_add(%s, %s, %s, now())', pg_temp.kept('cem'), pg_temp.kept('copy'),
    pg_temp.kept('swim')), 'nobody puts a tombstone into a bucket'),
  (format('itinerary_make(%s, ''x'', ARRAY[%s::bigint], now())', pg_temp.kept('bob'),
    pg_temp.kept('swim')), 'no tombstone goes into an itinerary')) s (call, words);

RESET SESSION AUTHORIZATION;

SELECT is((SELECT (title, description, photo_url, place, latitude)::text FROM buckit.activities
  WHERE id = pg_temp.kept('swim')), '(deleted,"",,,)', 'nothing of what it said is left');

SELECT is((SELECT count(*) FROM buckit.votes WHERE activity_id = pg_temp.kept('swim')), 0::bigint,
  'nor a vote on it');

-- Comments are counted ------------------------------------------------------------------------

:as_app;

SELECT pg_temp.keep('word ' || n, buckit.comment_write(pg_temp.kept('bob'), pg_temp.kept('climb'),
  'word', now())) FROM generate_series(1, 3) n;

SELECT buckit.comment_delete(pg_temp.kept('bob'), pg_temp.kept('word 1'), now());

SELECT pg_temp.refused(format($$SELECT buckit.comment_delete(%s, %s, now())$$, pg_temp.kept('ann'),
  pg_temp.kept('word 2')), 'BK003', 'nobody deletes another''s comment');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT comment_count FROM buckit.activities WHERE id = pg_temp.kept('climb')), 2,
  'the stored counter is the number of comments');

-- Whoever writes the row ----------------------------------------------------------------------

GRANT INSERT ON buckit.votes, buckit.comments TO buckit_app;

:as_app;

SELECT pg_temp.refused(format($$INSERT INTO buckit.votes VALUES (%s, %s, 1)$$,
  pg_temp.kept('newcomer'), pg_temp.kept('climb')), 'BK004',
  'an account not activated does not vote by a plain INSERT either');

SELECT pg_temp.refused(format($$INSERT INTO buckit.comments(author_id, activity_id, body)
    VALUES (%s, %s, 'x')$$, pg_temp.kept('bob'), pg_temp.kept('swim')), 'BK005',
  'nor does anybody comment on a tombstone by one');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
