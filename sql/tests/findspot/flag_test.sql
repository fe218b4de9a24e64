-- What is reported by itself: near-duplicates, and places without a photo.
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
