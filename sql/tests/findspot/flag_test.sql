-- What is reported by itself: near-duplicates, places without a photo, and rings of accounts.
BEGIN;

\ir fixture.sql

SET LOCAL ROLE findspot_owner;

\o /dev/null
\ir ../../apps/findspot/sample/words.sql
\ir ../../apps/findspot/sample.sql
\o

RESET ROLE;

SET SESSION AUTHORIZATION findspot_test_admin;

-- near-duplicates (same city, within 50 m, similar name)

SELECT results_eq(
  $$SELECT collection, key, words FROM reeve.flag_test('findspot', 'near-duplicates', 100)$$,
  $$VALUES ('place', '31', 'like place:30, 24 m away')$$, 'near-duplicates are reported');

-- photos 1-4 (none: flagged)

SELECT results_eq(
  $$SELECT key, words FROM reeve.flag_test('findspot', 'photoless', 100) ORDER BY 1$$,
  $$SELECT n::text, 'has no photo' FROM generate_series(50, 54) n$$,
  'places without a photo are');

SELECT is_empty($$SELECT FROM reeve.flag_test('findspot', 'favourite-ring', 100)$$,
  'nobody of the sample acts with others');

RESET SESSION AUTHORIZATION;

-- A ring: five accounts like the same six places within minutes. Six friends share four places, and
-- ten people each like another six on days of their own.

SELECT pg_temp.person('r' || n) FROM generate_series(1, 21) n;

INSERT INTO findspot.favourites(user_id, place_id, created_at)
SELECT pg_temp.kept('r' || n), p, '2026-03-01 12:00+00'::timestamptz + CASE
  WHEN n <= 11 THEN n * interval '1 minute' ELSE n * interval '1 day' END
FROM generate_series(1, 21) n CROSS JOIN generate_series(100, 105) p
WHERE n <= 5 OR n BETWEEN 6 AND 11 AND p < 104 OR n > 11;

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT bag_eq($$SELECT collection, key FROM reeve.flag_test('findspot', 'favourite-ring', 100)$$,
  $$SELECT 'user'::text, pg_temp.kept('r' || n)::text FROM generate_series(1, 5) n$$,
  'accounts that like the same places together are reported, and nobody else');

RESET SESSION AUTHORIZATION;

-- By the keys of changed rows, as the change log gives them.

SELECT results_eq(
  format($$SELECT j.key FROM reeve.flag f, reeve.flag_judge(f, %L, now(), FALSE) j
    WHERE f.app = 'findspot' AND f.name = 'near-duplicates'$$, v.keys), v.found, v.why)
FROM (VALUES ('{30}', ARRAY['31'], 'of two the later one, whichever was written'),
  ('{31,32}', ARRAY['31'], 'once'), ('{1,40}', '{}', 'others are not')) v (keys, found, why);

DELETE FROM reeve.change;

UPDATE findspot.places SET name = 'Canal' WHERE id = 31;

SELECT isnt_empty($$SELECT FROM reeve.change WHERE key = '31' OR keys @> '{31}'$$,
  'a new name is looked at again');

SELECT is_empty($$SELECT FROM reeve.flag f, reeve.flag_judge(f, '{31}', now(), FALSE) j
    WHERE f.app = 'findspot' AND f.name = 'near-duplicates'$$, 'and is like nothing any more');

SELECT * FROM finish();

ROLLBACK;
