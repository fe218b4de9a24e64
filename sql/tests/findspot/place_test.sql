-- What the rules of places, photos and favourites are, whoever writes.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem}'::text[]) p;

SELECT pg_temp.spot('rock', 'ann');

-- places: name, description, city (all required), latitude, longitude, 1-4 photos, author nullable

:as_app;

SELECT throws_ok(format($$SELECT findspot.place_add(pg_temp.kept('ann'), %L, %L, %L, %s, %s,
    %L, %L, now())$$, v.name, v.description, v.city, v.latitude, v.longitude, v.photos, v.sizes),
  v.code, NULL, v.why)
FROM (VALUES
  ('', 'd', 'c', '1', '1', '{a}', '{1}', 'FS005', 'a place without a name is refused'),
  ('n', '', 'c', '1', '1', '{a}', '{1}', 'FS005', 'without a description too'),
  ('n', 'd', '', '1', '1', '{a}', '{1}', 'FS005', 'and without a city'),
  ('n', 'd', 'c', '91', '1', '{a}', '{1}', 'FS005', 'there is no latitude of 91'),
  ('n', 'd', 'c', '-90.000001', '1', '{a}', '{1}', 'FS005', 'nor one south of the pole'),
  ('n', 'd', 'c', '''NaN''', '1', '{a}', '{1}', 'FS005', 'nor NaN'),
  ('n', 'd', 'c', '1', '180.000001', '{a}', '{1}', 'FS005', 'nor a longitude beyond 180'),
  ('n', 'd', 'c', '1', '''NaN''', '{a}', '{1}', 'FS005', 'nor one that is NaN'),
  ('n', 'd', 'c', '1', '1', '{}', '{}', 'FS004', 'a place without photos is refused'),
  ('n', 'd', 'c', '1', '1', '{a,b,c,d,e}', '{1,1,1,1,1}', 'FS004', 'and one with five'),
  ('n', 'd', 'c', '1', '1', '{a,b}', '{1}', 'FS004', 'each photo has a size'),
  ('n', 'd', 'c', '1', '1', '{a}', '{7000000}', 'FS005', 'a photo of 7 MB is refused'),
  ('n', 'd', 'c', '1', '1', '{a,a}', '{1,1}', 'FS005', 'and the same one twice'),
  ('n', 'd', 'c', '1', '1', '{new/rock/1.jpg}', '{1}', 'FS005', 'and one of another place'))
  v (name, description, city, latitude, longitude, photos, sizes, code, why);

SELECT lives_ok(format($$SELECT pg_temp.spot(%L, 'ann', %s, %s)$$, v.name, v.latitude,
  v.longitude), v.name || ' is a place')
FROM (VALUES ('the north pole', 90, 0), ('the south pole', -90, 180), ('the far east', 0, 180),
  ('the far west', 0, -180)) v (name, latitude, longitude);

RESET SESSION AUTHORIZATION;

SELECT is((SELECT p.author_id FROM findspot.places p WHERE p.id = pg_temp.kept('rock')),
  pg_temp.kept('ann'), 'whoever adds a place is its author');

:as_app;

SELECT results_eq(
  $$SELECT f.place, f.is_added FROM findspot.favourite_list(pg_temp.kept('ann'), now()) f
    WHERE f.name = 'rock'$$,
  $$VALUES (pg_temp.kept('rock'), TRUE)$$, 'and has it among what they added');

-- every place gets a real key, the old one is kept as legacy_key

RESET SESSION AUTHORIZATION;

SELECT is(findspot.legacy_key(l.latitude), l.key, l.latitude || ' had the key ' || l.key)
FROM (VALUES (60.17, '6017'), (6.017, '6017'), (-60.17, '6017'), (60.170000, '6017'),
  (12.34567891, '12345679')) l(latitude, key);

SELECT is(findspot.legacy_key_fits(k.key, k.latitude), k.fits,
  format('%s %s a key of %s', k.key, CASE WHEN k.fits THEN 'is' ELSE 'is not' END, k.latitude))
FROM (VALUES ('6017', 60.17, TRUE), ('6017', -6.017, TRUE), ('6017', 0.6017, FALSE),
  ('6017', 61.7, FALSE), ('60170000000000002', 60.17, TRUE), ('600', 60, TRUE), ('05', 0.5, TRUE),
  ('5e-05', 0.00005, TRUE), ('52e-05', 0.000052, TRUE), ('new/x', 1, FALSE), ('', 0, FALSE))
  k(key, latitude, fits);

SELECT is(findspot.coordinate('60.1700000000004,-24.94', n), c,
  'a position of one text has two parts')
FROM (VALUES (1, 60.17), (2, -24.94)) v(n, c);

SELECT throws_ok(format('SELECT findspot.coordinate(%L, 1)', pair), state, NULL,
  format('%L is no position', pair))
FROM (VALUES ('60.17', 'FS005'), ('60.17,24.94,1', 'FS005'), ('', 'FS005'), ('a,b', '22P02'))
  v(pair, state);

SELECT pg_temp.spot('a', 'ann', 6.017), pg_temp.spot('b', 'ann', -60.17);

SELECT isnt(pg_temp.kept('a'), pg_temp.kept('b'), 'places whose old key was one have two');

-- photos of at most 6 MB, one to four

SELECT throws_ok($$INSERT INTO findspot.photos VALUES (pg_temp.kept('rock'), 5, 'p', 1)$$, '23514',
  NULL, 'no place has a photo 5, whoever writes');

SELECT throws_ok($$INSERT INTO findspot.photos VALUES (pg_temp.kept('rock'), 3, 'p', 6291457)$$,
  '23514', NULL, 'nor one of more than 6 MiB');

:as_app;

SELECT is(findspot.photo_add(pg_temp.kept('ann'), pg_temp.kept('rock'), 'new/3.jpg', 6291456,
  now()), 3, 'a photo may be added');

SELECT findspot.photo_add(pg_temp.kept('ann'), pg_temp.kept('rock'), 'new/4.jpg', 1, now());

SELECT throws_ok($$SELECT findspot.photo_add(pg_temp.kept('ann'), pg_temp.kept('rock'),
  'new/5.jpg', 1, now())$$, 'FS004', NULL, 'a fifth may not');

SELECT findspot.photo_remove(pg_temp.kept('ann'), pg_temp.kept('rock'), n, now())
FROM generate_series(1, 3) n;

SELECT throws_ok($$SELECT findspot.photo_remove(pg_temp.kept('ann'), pg_temp.kept('rock'), 4,
  now())$$, 'FS004', NULL, 'the last one stays');

RESET SESSION AUTHORIZATION;

SELECT bag_eq($$SELECT path FROM findspot.removals$$,
  $$VALUES ('new/rock/1.jpg'), ('new/rock/2.jpg'), ('new/3.jpg')$$,
  'objects of removed photos are to be removed from the bucket');

:as_app;

SELECT is(findspot.photo_add(pg_temp.kept('ann'), pg_temp.kept('rock'), 'new/6.jpg', 1, now()), 1,
  'a number that is free is given again');

-- removing one place's photos never removes another's

RESET SESSION AUTHORIZATION;

INSERT INTO findspot.photos (place_id, number, path, size_bytes, is_mixed)
SELECT pg_temp.kept(p), 3, 'places/6017/1.jpg', 1, TRUE FROM unnest('{a,b}'::text[]) p;

:as_app;

SELECT findspot.photo_remove(pg_temp.kept('ann'), pg_temp.kept('a'), 3, now());

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM findspot.removals WHERE path = 'places/6017/1.jpg'$$,
  'an object that another place shows stays in the bucket');

:as_app;

SELECT ok(findspot.photo_open(pg_temp.kept('bob'), 'places/6017/1.jpg', now()),
  'and can be seen there');

SELECT findspot.place_delete(pg_temp.kept('ann'), pg_temp.kept('b'), now());

RESET SESSION AUTHORIZATION;

SELECT isnt_empty($$SELECT FROM findspot.removals WHERE path = 'places/6017/1.jpg'$$,
  'it goes with the last place that shows it');

:as_app;

SELECT is((SELECT count(*) FROM findspot.removal_take(2)), 2::bigint,
  'the app''s server takes as many as it asks for');

-- favourites

SELECT findspot.favourite_add(pg_temp.kept('bob'), pg_temp.kept('rock'), now()) FROM
  generate_series(1, 2) \g /dev/null

SELECT is((SELECT count(*) FROM findspot.favourite_list(pg_temp.kept('bob'), now())), 1::bigint,
  'a place is a favourite once');

SELECT throws_ok($$SELECT findspot.favourite_add(pg_temp.kept('bob'), -1, now())$$, 'FS001', NULL,
  'a place that is not there is nobody''s');

SELECT findspot.place_change(pg_temp.kept('ann'), pg_temp.kept('rock'), 'cliff', 'High', 'Oulu',
  now()) \g /dev/null

SELECT results_eq($$SELECT name, city, photos FROM findspot.favourite_list(pg_temp.kept('bob'),
    now())$$, $$VALUES ('cliff', 'Oulu', '{new/6.jpg,new/4.jpg}'::text[])$$,
  'a change of the place and the removal of its photos reach the copies');

SELECT results_eq($$SELECT photos, numbers FROM findspot.favourite_list(pg_temp.kept('bob'),
    now())$$, $$VALUES ('{new/6.jpg,new/4.jpg}'::text[], '{1,4}'::smallint[])$$,
  'photos have the numbers by which they are removed');

-- one place

SELECT results_eq($$SELECT name, description, photos, numbers, author, nickname, is_favourite
    FROM unnest('{bob,cem}'::text[]) who,
      findspot.place_view(pg_temp.kept(who), pg_temp.kept('rock'), now())$$,
  $$VALUES ('cliff', 'High', '{new/6.jpg,new/4.jpg}'::text[], '{1,4}'::smallint[],
    pg_temp.kept('ann'), 'ann', TRUE), ('cliff', 'High', '{new/6.jpg,new/4.jpg}'::text[],
    '{1,4}'::smallint[], pg_temp.kept('ann'), 'ann', FALSE)$$,
  'a place is shown with its photos, whose it is, and whether it is a favourite');

RESET SESSION AUTHORIZATION;

CREATE ROLE findspot_test_server LOGIN IN ROLE findspot_app, reeve_app;

SET SESSION AUTHORIZATION findspot_test_server;

SELECT cmp_ok(reeve.report_file('findspot', 'place', pg_temp.kept('rock')::text, words => 'a trap',
  reporter => 'user:' || pg_temp.kept('bob')), '>', 0::bigint,
  'who finds something wrong with it reports it');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT throws_ok($$SELECT findspot.place_view(pg_temp.kept('bob'), -1, now())$$, 'FS001', NULL,
  'one that is not there is not');

SELECT throws_ok($$SELECT findspot.place_change(pg_temp.kept('bob'), pg_temp.kept('rock'), 'mine',
  'd', 'c', now())$$, 'FS003', NULL, 'nobody changes another''s place');

SELECT throws_ok($$SELECT findspot.place_delete(pg_temp.kept('bob'), pg_temp.kept('rock'),
  now())$$, 'FS003', NULL, 'nor deletes it');

-- nearest by distance

SELECT pg_temp.spot('east', 'ann', -17, 179.9999), pg_temp.spot('west', 'ann', -17, -179.9999);

SELECT results_eq($$SELECT n.name FROM findspot.place_near(pg_temp.kept('bob'), -17, 179.9998,
    100, now()) n$$, $$VALUES ('east'), ('west')$$, 'the antimeridian is no border');

SELECT results_eq($$SELECT n.name FROM findspot.place_near(pg_temp.kept('bob'), 89.9999, -120,
    100, now()) n$$, $$VALUES ('the north pole')$$, 'all meridians meet at the pole');

SELECT throws_ok(format($$SELECT * FROM findspot.place_near(pg_temp.kept('bob'), %s, %s, %s,
    now())$$, v.latitude, v.longitude, v.within), 'FS005', NULL, v.why)
FROM (VALUES ('91', '0', '1', 'nothing is near a latitude of 91'),
  ('''NaN''', '0', '1', 'nor near NaN'), ('0', '-181', '1', 'nor near a longitude of -181'),
  ('0', '0', '0', 'nor within 0 m')) v (latitude, longitude, within, why);

-- search by city and words; city variants are merged

SELECT pg_temp.spot('pier', 'ann', 45.464, 9.19), pg_temp.spot('arcade', 'ann', 45.465, 9.19),
  pg_temp.spot('arch', 'ann', 45.466, 9.191);

SELECT findspot.place_change(pg_temp.kept('ann'), pg_temp.kept(v.place), v.place, 'By the canal',
  v.city, now())
FROM (VALUES ('pier', 'Milano'), ('arcade', 'MILANO '), ('arch', 'Mailand')) v (place, city)
\g /dev/null

SELECT results_eq($$SELECT name FROM findspot.place_search(pg_temp.kept('bob'), 'milano', NULL,
    now())$$, $$VALUES ('arcade'), ('pier')$$, 'case and spaces make no other city');

SELECT results_eq($$SELECT name FROM findspot.place_search(pg_temp.kept('bob'), 'Milano',
    'CANAL pi', now())$$, $$VALUES ('pier')$$, 'a place has all of the words');

RESET SESSION AUTHORIZATION;

SELECT findspot.heal_cities() \g /dev/null

SELECT results_eq($$SELECT name, main_name, places, main_places FROM findspot.view_city_variants()
    WHERE name = 'Mailand'$$, $$VALUES ('Mailand', 'Milano', 1::bigint, 2::bigint)$$,
  'another name of the same spot is listed');

SELECT pg_temp.keep('mailand', id) FROM findspot.cities WHERE name = 'Mailand';

SELECT pg_temp.digest() AS before \gset

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_act('merge', 'city', pg_temp.kept('mailand')::text, '{}'), 'done',
  'it is merged');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT results_eq(format($$SELECT name FROM findspot.place_search(pg_temp.kept('bob'), %L, NULL,
    now())$$, v.city), $$VALUES ('arcade'), ('arch'), ('pier')$$,
  'then both find all, as ' || v.city)
FROM (VALUES ('Mailand'), ('milano')) v (city);

RESET SESSION AUTHORIZATION;

SELECT is((SELECT city FROM findspot.places WHERE id = pg_temp.kept('arch')), 'Mailand',
  'and what the geocoder wrote stays');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'a merge is undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.digest(), :'before', 'and every row as it was');

SELECT * FROM finish();

ROLLBACK;
