-- The sample is what its README and its first lines say.
BEGIN;

\ir fixture.sql

SET LOCAL ROLE findspot_owner;

\o /dev/null
\ir ../../apps/findspot/sample/words.sql
\ir ../../apps/findspot/sample.sql
\o

RESET ROLE;

SELECT results_eq(
  $$SELECT (SELECT count(*) FROM findspot.users), (SELECT count(*) FROM findspot.places),
      (SELECT count(*) FROM findspot.places WHERE state = 'lost')$$,
  $$VALUES (300::bigint, 1202::bigint, 2::bigint)$$, 'the sample has the rows that it promises');

SELECT results_eq($$SELECT state, count(*) FROM findspot.copies() GROUP BY 1 ORDER BY 1$$,
  $$VALUES ('differs', 2::bigint), ('lost', 3)$$, 'three copies are traces, two differ');

SELECT results_eq('SELECT * FROM findspot.legacy_collisions()',
  $$VALUES ('6017', 3::bigint, 0::bigint)$$, 'three places shared a key');

SELECT is((SELECT count(*) FROM findspot.view_photoless()), 5::bigint, 'five have no photo');

SELECT set_has($$SELECT name, main_name FROM findspot.view_city_variants()$$,
  $$VALUES ('Helsingfors', 'Helsinki'), ('Mailand', 'Milano'), ('Vídeň', 'Wien')$$,
  'cities that go by several names are found');

SELECT is_empty($$SELECT FROM findspot.view_city_variants()
    WHERE (name, main_name) IN (('Lagos', 'Suva'), ('Roma', 'Wien'))$$, 'others are not');

SELECT * FROM finish();

ROLLBACK;
