-- What bans, hiding and deletion of users, places and photos do, and that undo takes it all back.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem}'::text[]) p;

SELECT pg_temp.spot('rock', 'ann'), pg_temp.spot('lake', 'bob', 61);

SELECT pg_temp.old_place('77', 'guessed', 77, 1),
  pg_temp.old_copy('ann', '77', 'guessed', 77, 1, TRUE);

SELECT findspot.heal() \g /dev/null

:as_app;

SELECT findspot.favourite_add(pg_temp.kept('bob'), pg_temp.kept('rock'), now()) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT pg_temp.digest() AS before \gset

-- a user's ban reaches known authors, the plan lists guessed ones

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT results_eq(
  format($$SELECT e ->> 'name', (e ->> 'rows')::int
    FROM jsonb_array_elements(reeve.action_plan('ban', 'findspot', 'user',
      pg_temp.kept('ann')::text, %L) -> 'effects') e$$, :'why'),
  $$VALUES ('account', 1), ('devices', 0), ('places', 1), ('copies of their places', 2),
    ('places whose author is a guess', 1)$$,
  'the plan of a ban says what it hides, and lists guesses');

SELECT is(pg_temp.reeve_act('ban', 'user', pg_temp.kept('ann')::text, :'why'), 'done',
  'a user is banned');

RESET SESSION AUTHORIZATION;

-- a ban closes both data and files

:as_app;

SELECT throws_ok(v.statement, 'FS002', NULL, v.why)
FROM (VALUES
  ($$SELECT * FROM findspot.place_search(pg_temp.kept('ann'), NULL, NULL, now())$$,
    'who is banned searches no more'),
  ($$SELECT * FROM findspot.place_near(pg_temp.kept('ann'), 1, 1, 1, now())$$,
    'nor looks around'),
  ($$SELECT * FROM findspot.favourite_list(pg_temp.kept('ann'), now())$$,
    'nor reads their favourites'),
  ($$SELECT findspot.photo_open(pg_temp.kept('ann'), 'new/lake/1.jpg', now())$$,
    'nor opens a file'),
  ($$SELECT findspot.user_register('test ann', NULL, 'ann', now())$$,
    'nor comes in by signing in again')) v (statement, why);

SELECT is_empty($$SELECT FROM findspot.place_search(pg_temp.kept('bob'), 'Testville', 'rock',
    now())$$, 'their places leave the search');

SELECT is_empty($$SELECT FROM findspot.favourite_list(pg_temp.kept('bob'), now())
    WHERE name = 'rock'$$, 'and the favourites of others');

SELECT ok(NOT findspot.photo_open(pg_temp.kept('bob'), 'new/rock/1.jpg', now()),
  'their photos are closed');

SELECT isnt_empty($$SELECT FROM findspot.place_search(pg_temp.kept('bob'), NULL, 'guessed',
    now())$$, 'a place whose author is only a guess stays');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'a ban is undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.digest(), :'before', 'every row is as it was before the ban');

-- bans, deletes and photo removals reach the copies

SELECT pg_temp.digest() AS before \gset

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_act('hide', 'place', pg_temp.kept('rock')::text, :'just'), 'done',
  'a place is hidden');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is_empty($$SELECT FROM findspot.favourite_list(pg_temp.kept('bob'), now())
    WHERE name = 'rock'$$, 'its copies are with it');

SELECT throws_ok($$SELECT findspot.favourite_add(pg_temp.kept('cem'), pg_temp.kept('rock'),
    now())$$, 'FS001', NULL, 'and nobody makes a new one');

SELECT throws_ok($$SELECT findspot.place_view(pg_temp.kept('bob'), pg_temp.kept('rock'), now())$$,
  'FS001', NULL, 'nobody is shown it');

SELECT throws_ok($$SELECT findspot.place_add(pg_temp.kept('bob'), 'b', 'b', 'b', 1, 1,
    '{new/rock/1.jpg}', '{1}', now())$$, 'FS005', NULL,
  'and nobody shows its photos again in a place of their own');

SELECT throws_ok($$SELECT findspot.place_change(pg_temp.kept('ann'), pg_temp.kept('rock'), 'new',
    'd', 'c', now())$$, 'FS001', NULL, 'nor does its author change it');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'hiding is undone');

SELECT is(pg_temp.reeve_act('delete', 'place', pg_temp.kept('rock')::text, :'just'), 'done',
  'a place is deleted');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is_empty($$SELECT FROM findspot.place_near(pg_temp.kept('bob'), 60.17, 24.94, 100, now())$$,
  'it is gone from the map');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'and back, within its window');

-- remove one photo

SELECT is(
  pg_temp.reeve_act('hide', 'photo', format('[%s, 1]', pg_temp.kept('rock')), :'just'), 'done',
  'one photo is hidden');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT results_eq($$SELECT photos FROM findspot.favourite_list(pg_temp.kept('bob'), now())
    WHERE name = 'rock'$$,
  $$VALUES (ARRAY['new/rock/2.jpg'])$$, 'it is gone from the copies, the other one stays');

SELECT ok(NOT findspot.photo_open(pg_temp.kept('bob'), 'new/rock/1.jpg', now()),
  'and its file is closed');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'that is undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.digest(), :'before', 'every row is as it was');

-- A photo is destroyed for good: the plan says so, and its object goes too.

CREATE FUNCTION pg_temp.reeve_acts() RETURNS TABLE(action_id bigint, verb text)
LANGUAGE sql SECURITY DEFINER AS $$
  SELECT a.action_id, a.verb FROM reeve.action a
  WHERE a.key = format('[%s, 1]', pg_temp.kept('rock')) AND a.verb IN ('hide', 'destroy')
    AND a.reversed_by IS NULL
    AND a.collection_id = (SELECT c.collection_id FROM reeve.collection c
      WHERE c.app = 'findspot' AND c.name = 'photo')
$$;

CREATE FUNCTION pg_temp.reeve_paths() RETURNS SETOF text LANGUAGE sql SECURITY DEFINER AS $$
  SELECT f.value FROM reeve.action a CROSS JOIN LATERAL reeve.evidence_show(a.evidence_id) f
  WHERE f.subject = format('photo:[%s, 1]', pg_temp.kept('rock')) AND f.field = 'path'
$$;

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(reeve.action_plan('destroy', 'findspot', 'photo', format('[%s, 1]',
    pg_temp.kept('rock')), :'just') ->> 'irreversible', '1',
  'the plan says that it cannot be undone');

SELECT is(
  pg_temp.reeve_act('hide', 'photo', format('[%s, 1]', pg_temp.kept('rock')), :'just'), 'done',
  'it was hidden first');

SELECT set_eq('SELECT pg_temp.reeve_paths()', ARRAY['new/rock/1.jpg'],
  'its evidence has where it is');

SELECT is(
  pg_temp.reeve_act('destroy', 'photo', format('[%s, 1]', pg_temp.kept('rock')), :'just'), 'done',
  'one photo is destroyed');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT results_eq($$SELECT photos FROM findspot.favourite_list(pg_temp.kept('bob'), now())
    WHERE name = 'rock'$$,
  $$VALUES (ARRAY['new/rock/2.jpg'])$$, 'it is gone from the copies, the other one stays');

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM findspot.photos WHERE path = 'new/rock/1.jpg'$$,
  'no row of it stays');

SELECT is((SELECT count(*) FROM reeve.evidence_bytes WHERE content ~ 'new/rock/1.jpg'), 1::bigint,
  'nor evidence, but for what there was');

SELECT is((SELECT evidence_id FROM reeve.action WHERE verb = 'destroy'), NULL,
  'the action captures nothing of it');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT set_eq('SELECT pg_temp.reeve_paths()', ARRAY['•••'], 'which shows it to nobody');

SELECT is(reeve.undo_plan(h.action_id) #>> '{refusal,code}', 'final',
  'the undo of its ' || h.verb || ' is refused before anybody is asked')
FROM pg_temp.reeve_acts() h;

RESET SESSION AUTHORIZATION;

SELECT isnt_empty($$SELECT FROM findspot.removals WHERE path = 'new/rock/1.jpg'$$,
  'its object is to be removed from the bucket');

-- where a photo was taken is personal: it is forgotten after 30 days

UPDATE findspot.photos SET taken_latitude = 60, taken_longitude = 24,
  added_at = now() - CASE WHEN path = 'new/rock/2.jpg' THEN interval '31 days'
    ELSE interval '29 days' END
WHERE path IN ('new/rock/2.jpg', 'new/lake/1.jpg');

SELECT is((reeve.retain_sweep(jsonb_populate_record(NULL::reeve.job, '{"app": "findspot"}'),
    jsonb_populate_record(NULL::reeve.job_progress, '{"done": 0}'), 100)).done, 1::bigint,
  'a job forgets where a photo was taken');

SELECT results_eq($$SELECT path, taken_latitude, taken_longitude FROM findspot.photos
    WHERE path IN ('new/rock/2.jpg', 'new/lake/1.jpg') ORDER BY 1$$,
  $$VALUES ('new/lake/1.jpg', 60::float8, 24::float8), ('new/rock/2.jpg', NULL, NULL)$$,
  'after thirty days, and the photo stays');

-- Whoever was disabled before the move is listed until an act on record bans them.

SELECT pg_temp.person('dee');

UPDATE findspot.users SET was_disabled = TRUE WHERE id = pg_temp.kept('dee');

CREATE FUNCTION pg_temp.disabled() RETURNS SETOF text LANGUAGE sql AS
$$SELECT v."user" FROM findspot.view_disabled() v$$;

SELECT results_eq('SELECT pg_temp.disabled()', ARRAY['user:' || pg_temp.kept('dee')],
  'an account that the sign-in provider had disabled is listed');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_act('ban', 'user', pg_temp.kept('dee')::text,
  '{"policy": "imported", "for": "365d", "why": "disabled before the move"}'), 'done',
  'and banned under the policy imported');

RESET SESSION AUTHORIZATION;

SELECT is_empty('SELECT pg_temp.disabled()', 'a banned one is not listed');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'the ban is undone');

RESET SESSION AUTHORIZATION;

SELECT isnt_empty('SELECT pg_temp.disabled()', 'and the account listed again');

SELECT * FROM finish();

ROLLBACK;
