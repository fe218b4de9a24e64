-- What an import makes of places that shared the digits of their latitude, and what it tells.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem}'::text[]) p;

-- 60.17, 6.017 and -60.17 share 6017: the last one written was kept, and others had copies.
SELECT pg_temp.old_place('6017', 'rock', 60.17, 24.94),
  pg_temp.old_place('45464', 'roof', 45.464, 9.19),
  pg_temp.old_place('617', 'misfit', -60.17, 1),
  pg_temp.old_place('1', 'shy', 1, 1);

SELECT pg_temp.old_copy('ann', '6017', 'rock', 60.17, 24.94),
  pg_temp.old_copy('bob', '6017', 'lagoon', 6.017, 3.4, TRUE),
  pg_temp.old_copy('cem', '6017', 'the lagoon', 6.017, 3.4),
  pg_temp.old_copy('ann', '45464', 'roof', 45.464, 9.19, TRUE, 'Open at night'),
  pg_temp.old_copy('bob', '48123', 'ruin', 48.123, 16.3),
  pg_temp.old_copy('cem', '1', 'shy', 1, 1, TRUE), pg_temp.old_copy('ann', '1', 'shy', 1, 1, TRUE);

INSERT INTO findspot.legacy_objects (path, size_bytes, taken_latitude, taken_longitude)
SELECT format('places/%s.jpg', v.path), v.size, v.latitude, v.longitude
FROM (VALUES ('6017/1', 1, 60.17, 24.94), ('6017/2', 2, NULL, NULL), ('45464/1', 1, NULL, NULL),
  ('45464/2', 7000000, NULL, NULL), ('45464/3', 1, NULL, NULL), ('45464/4', 1, NULL, NULL),
  ('45464/5', 1, NULL, NULL), ('45464/6', 1, NULL, NULL), ('31337/1', 1, NULL, NULL))
  v (path, size, latitude, longitude);

CREATE TEMPORARY TABLE told AS SELECT * FROM findspot.heal() t(line);

SELECT pg_temp.keep('lagoon', id) FROM findspot.places WHERE name = 'lagoon';

SELECT pg_temp.keep('ruin', id) FROM findspot.places WHERE name = 'ruin';

-- every collision and every key that disagrees with the coordinates is reported

SELECT is((SELECT count(*) FROM told t WHERE t.line = format(v.line, VARIADIC v.ids)), 1::bigint,
  format(v.line, VARIADIC '{A,B,C}'::text[]))
FROM (VALUES
  ('key 6017 was shared by place %s at 60.17, 24.94; place %s at 6.017, 3.4 (lost)',
    ARRAY[pg_temp.kept('rock'), pg_temp.kept('lagoon')]),
  ('key 617 does not fit place %s at latitude -60.17: its key would be 6017',
    ARRAY[pg_temp.kept('misfit')]),
  ('key 48123 fits no place of now: copies are the only trace of place %s, 1 of them',
    ARRAY[pg_temp.kept('ruin')]),
  ('favourite %s differs from place %s in its description',
    ARRAY[pg_temp.kept('ann roof'), pg_temp.kept('roof')]),
  ('place %s has no author: guessed from user %s, who added a copy',
    ARRAY[pg_temp.kept('roof'), pg_temp.kept('ann')]),
  ('folder 6017 was shared by places %s, %s: each shows all of its photos, 2 of them',
    ARRAY[pg_temp.kept('rock'), pg_temp.kept('lagoon')]),
  ('folder 45464: photo places/45464/2.jpg is left out, 7000000 bytes are more than 6 MiB',
    '{}'),
  ('folder 45464: photo places/45464/6.jpg is left out, four are there', '{}'),
  ('folder 31337 fits no place: its photos stay in the bucket, 1 of them', '{}'),
  ('places without a photo: 2', '{}')) v (line, ids);

-- each copy is linked to its place; one that disagrees or has no original is reported

SELECT results_eq(
  $$SELECT k.name, l.name FROM findspot.favourites f JOIN kept k ON k.id = f.place_id
    JOIN kept l ON l.id = f.id AND l.name IN ('ann rock', 'bob lagoon', 'cem the lagoon')
    WHERE k.name IN ('rock', 'lagoon') ORDER BY l.name$$,
  $$VALUES ('rock', 'ann rock'), ('lagoon', 'bob lagoon'), ('lagoon', 'cem the lagoon')$$,
  'a copy is linked to the place with its key and position');

SELECT bag_eq($$SELECT state, differs, place FROM findspot.copies()$$,
  $$VALUES ('lost', NULL, pg_temp.kept('lagoon')), ('lost', 'name', pg_temp.kept('lagoon')),
    ('differs', 'description', pg_temp.kept('roof')), ('lost', NULL, pg_temp.kept('ruin'))$$,
  'copies that differ, and those that are the only trace of a place, are listed');

SELECT is((SELECT p.name FROM findspot.places p WHERE p.id = pg_temp.kept('lagoon')), 'lagoon',
  'of two copies the one of whoever added the place is taken');

-- an author guessed from the adder's folder is marked as guessed

SELECT results_eq(
  $$SELECT p.author_id, p.is_author_guessed FROM findspot.places p
    JOIN kept k ON k.id = p.id AND k.name IN ('roof', 'lagoon', 'shy') ORDER BY k.name$$,
  $$VALUES (pg_temp.kept('bob'), TRUE), (pg_temp.kept('ann'), TRUE), (NULL, FALSE)$$,
  'an author is guessed where one alone added the place, and marked');

-- photos mix; GPS data in one is personal

SELECT results_eq($$SELECT number::int, path, is_mixed FROM findspot.photos
    WHERE place_id = pg_temp.kept('lagoon') ORDER BY 1$$,
  $$VALUES (1, 'places/6017/1.jpg', TRUE), (2, 'places/6017/2.jpg', TRUE)$$,
  'places that shared a folder show all of it, marked as mixed');

SELECT results_eq($$SELECT number::int, path FROM findspot.photos
    WHERE place_id = pg_temp.kept('roof') ORDER BY 1$$,
  $$VALUES (1, 'places/45464/1.jpg'), (2, 'places/45464/3.jpg'), (3, 'places/45464/4.jpg'),
    (4, 'places/45464/5.jpg')$$, 'a place gets four photos, none of more than 6 MiB');

SELECT ok(personal_columns @> '{taken_latitude,taken_longitude}',
  'where a photo was taken is personal')
FROM reeve.collection WHERE (app, name) = ('findspot', 'photo');

-- What was healed stays so.

SELECT pg_temp.digest() AS before \gset

SELECT findspot.heal() \g /dev/null

SELECT is(pg_temp.digest(), :'before', 'healing again changes nothing');

:as_app;

SELECT findspot.photo_remove(pg_temp.kept('ann'), pg_temp.spot('mine', 'ann'), 1, now())
\g /dev/null

RESET SESSION AUTHORIZATION;

DELETE FROM findspot.photos WHERE (place_id, number) = (pg_temp.kept('roof'), 1);

SELECT findspot.heal() \g /dev/null

SELECT is_empty(
  $$SELECT FROM findspot.photos WHERE (place_id, number) = (pg_temp.kept('roof'), 1)$$,
  'a photo that was removed does not come back');

-- The only trace of an overwritten place: shown to nobody until it is restored.

:as_app;

SELECT is_empty($$SELECT FROM findspot.place_near(pg_temp.kept('ann'), 6.017, 3.4, 10, now())$$,
  'a lost place is not on the map');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is_empty($$SELECT FROM reeve.subject_near('findspot', 'place', 6.017, 3.4, 10, NULL, 20)$$,
  'of the console neither');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT isnt_empty($$SELECT FROM findspot.favourite_list(pg_temp.kept('cem'), now())
    WHERE place = pg_temp.kept('lagoon')$$, 'whoever kept a copy still has it');

RESET SESSION AUTHORIZATION;

SELECT pg_temp.digest() AS before \gset

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_act('restore', 'favourite', pg_temp.kept('cem the lagoon')::text,
  '{}'), 'done', 'a copy can be restored');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.state('lagoon'), 'restored', 'its place is');

:as_app;

SELECT isnt_empty($$SELECT FROM findspot.place_near(pg_temp.kept('ann'), 6.017, 3.4, 10, now())$$,
  'and on the map');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(DISTINCT id) FROM findspot.places WHERE legacy_key = '6017'), 2::bigint,
  'beside the one that has its key');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'restoring is undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.digest(), :'before', 'and every row as it was');

-- Bad input of an import.

SELECT throws_ok(format($$SELECT pg_temp.old_place('k', 'n', %s, %s)$$, v.latitude, v.longitude),
  '23514', NULL, v.why)
FROM (VALUES ('91', '1', 'a latitude of 91 is rejected'), ('''NaN''', '1', 'NaN too'),
  ('1', '181', 'and a longitude of 181')) v (latitude, longitude, why);

SELECT throws_ok($$SELECT pg_temp.old_copy('ann', 'k', NULL, 1, 1)$$, '23514', NULL,
  'a copy is whole');

SELECT throws_ok($$INSERT INTO findspot.legacy_objects (path, size_bytes) VALUES ('1.jpg', 1)$$,
  '23502', NULL, 'an object of no folder is rejected');

SELECT * FROM finish();

ROLLBACK;
