-- Photos whose addresses a place had are its own, whoever shared its folder.
BEGIN;

\ir fixture.sql

-- 60.17 and -60.17 share the folder 6017.
SELECT pg_temp.old_place('6017', 'rock', 60.17, 24.94), pg_temp.old_place('1', 'full', 1, 1);

INSERT INTO findspot.places (legacy_key, legacy_path, name, description, city, latitude, longitude)
VALUES ('6017', 'users/x/favorites/6017', 'cape', 'Described', 'Testville', -60.17, 1)
RETURNING pg_temp.keep('cape', id);

INSERT INTO findspot.legacy_photos (legacy_path, position, url) VALUES
  ('places/6017', '0', 'https://firebasestorage.googleapis.com/v0/b/spots.example/o/'
    || 'places%2F6017%2Fb%C3%A4r%20%2B1.jpg?alt=media&token=x'),
  ('places/6017', '1', 'gs://spots.example/places/6017/2.jpg'),
  ('places/6017', '2', 'https://elsewhere.example/3.jpg');

INSERT INTO findspot.legacy_photos (legacy_path, position, url)
SELECT 'places/1', n::text, format('places/1/%s.jpg', n) FROM generate_series(0, 5) n;

INSERT INTO findspot.legacy_objects (path, size_bytes, taken_latitude, taken_longitude) VALUES
  ('places/6017/bär +1.jpg', 1000, 60.17, 24.94), ('places/6017/3.jpg', 3000, NULL, NULL),
  ('places/1/0.jpg', 7000000, NULL, NULL);

-- What one phone saved without an end of the app: both have the folder and the list of the first.
SELECT pg_temp.old_place('4546', 'first', 45.46, 9), pg_temp.old_place('4547', 'second', 45.47, 9);

INSERT INTO findspot.legacy_photos (legacy_path, position, url)
SELECT 'places/' || v.key, v.position, format('https://firebasestorage.googleapis.com/v0/b/b/o/'
  || 'placesImages%%2F4546%%2F4546%s?alt=media&token=%s', v.photo, v.position)
FROM (VALUES ('4546', '0', 0), ('4546', '1', 1), ('4547', '0', 0), ('4547', '1', 1),
  ('4547', '2', 0), ('4547', '10', 2)) v (key, position, photo);

-- A place that was overwritten, of which a copy is left.
SELECT pg_temp.person('bob');

SELECT pg_temp.old_copy('bob', '6017', 'lagoon', 6.017, 3.4);

INSERT INTO findspot.legacy_copy_photos (user_id, legacy_key, position, url)
VALUES (pg_temp.kept('bob'), '6017', '0', 'gs://spots.example/places/6017/lagoon.jpg');

CREATE TEMPORARY TABLE told AS SELECT * FROM findspot.heal() t(line);

CREATE FUNCTION pg_temp.photos(place text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(format('%s %s %s%s', o.number, o.path, coalesce(o.size_bytes::text, '?'),
    CASE WHEN o.is_mixed THEN ' mixed' END), ', ' ORDER BY o.number)
  FROM findspot.photos o WHERE o.place_id = pg_temp.kept(place)
$$;

SELECT is(pg_temp.photos('rock'), '1 places/6017/bär +1.jpg 1000, 2 places/6017/2.jpg ?',
  'a place has the photos of its addresses, with their sizes where they are known');

SELECT is(pg_temp.photos('cape'), '1 places/6017/3.jpg 3000',
  'a place without addresses has what is left of its folder');

SELECT pg_temp.keep('lagoon', p.id) FROM findspot.places p WHERE p.name = 'lagoon';

SELECT is(pg_temp.photos('lagoon'), '1 places/6017/lagoon.jpg ?',
  'a lost place has the photos of the copy that is its trace');

SELECT is(pg_temp.photos('full'), '1 places/1/1.jpg ?, 2 places/1/2.jpg ?, 3 places/1/3.jpg ?, '
  '4 places/1/4.jpg ?', 'a place has four photos, none too large');

SELECT is(pg_temp.photos('second'), '1 placesImages/4546/45460 ? mixed, '
  '2 placesImages/4546/45461 ? mixed, 3 placesImages/4546/45462 ? mixed',
  'an object that a phone listed twice is one photo');

SELECT is(pg_temp.photos('first'), '1 placesImages/4546/45460 ? mixed, '
  '2 placesImages/4546/45461 ? mixed', 'objects that several places list are marked as mixed');

SELECT bag_eq($$SELECT line FROM told WHERE line LIKE 'place % photo %'$$, format($$VALUES
    ('place %s: photo https://elsewhere.example/3.jpg is left out, it is no object of the bucket'),
    ('place %s: photo places/1/0.jpg is left out, 7000000 bytes are more than 6 MiB'),
    ('place %2$s: photo places/1/5.jpg is left out, four are there')$$,
    pg_temp.kept('rock'), pg_temp.kept('full')), 'what is left out is told');

-- The listing of the bucket comes later; the same files again bring nothing back.

INSERT INTO findspot.legacy_objects (path, size_bytes) VALUES ('places/6017/2.jpg', 2000),
  ('places/6017/bär +1.jpg', 1000);

DELETE FROM findspot.photos WHERE place_id = pg_temp.kept('rock') AND number = 1;

SELECT count(*) FROM findspot.heal() \g /dev/null

SELECT is(pg_temp.photos('rock'), '2 places/6017/2.jpg 2000',
  'sizes come with the listing of the bucket, and what was removed does not come back');

SELECT is(pg_temp.photos('cape'), '1 places/6017/3.jpg 3000', 'nor does it come to others');

SELECT is(findspot.photo_object(v.url), v.object, coalesce(v.url, 'nothing'))
FROM (VALUES ('https://firebasestorage.googleapis.com/v0/b/b/o/a%2fb.jpg#x', 'a/b.jpg'),
  ('https://firebasestorage.googleapis.com/v0/b/b/o/a%FF.jpg', NULL),
  ('https://firebasestorage.googleapis.com/v0/b/b/o/a%00.jpg', NULL),
  ('https://storage.googleapis.com/b/places/1/1.jpg', 'places/1/1.jpg'),
  ('http://firebasestorage.googleapis.com/v0/b/b/o/a', NULL), ('../etc', NULL), ('', NULL),
  (NULL, NULL)) v (url, object);

-- Words are looked for by an index.

INSERT INTO findspot.places (name, description, city, latitude, longitude)
SELECT 'spot ' || n, 'by the old mill ' || md5(n::text), 'Testville', 60, 24
FROM generate_series(1, 3000) n;

ANALYZE findspot.places;

SELECT pg_temp.person('ann');

SELECT pg_stat_get_xact_tuples_returned('findspot.places'::regclass) AS before \gset

:as_app;

-- So few places are read as fast as an index.
SET LOCAL enable_seqscan = off;

SELECT results_eq(format($$SELECT name FROM findspot.place_search(%s, NULL, 'MILL %s', now())$$,
    pg_temp.kept('ann'), md5('7')), '{spot 7}'::text[], 'a place is found by its words');

SELECT is(pg_stat_get_xact_tuples_returned('findspot.places'::regclass) - :before, 0::bigint,
  'and not by reading each place for it');

SELECT is((SELECT count(*) FROM findspot.place_search(pg_temp.kept('ann'), NULL, w, now())), n,
  format('%s finds %s', w, n))
FROM (VALUES ('100% off', 0::bigint), ('mi_l', 0), ('\', 0), ('  ', 50)) v (w, n);

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
