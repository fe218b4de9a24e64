-- What FindSpot's feed tells whom.
BEGIN;

\ir fixture.sql

\ir ../feed.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p;

SELECT pg_temp.forget();

SELECT pg_temp.spot('rock', 'ann');

:as_app;

SELECT matches(pg_temp.told('bob'), 'upsert photo .*, ' || pg_temp.row('upsert place', 'rock'),
  'everybody learns of places and photos');

SELECT pg_temp.forget();

SELECT findspot.favourite_add(pg_temp.kept('bob'), pg_temp.kept('rock'), now()) \g /dev/null

SELECT matches(pg_temp.told('bob'), 'upsert favourite \d+', 'of a favourite its owner');

SELECT doesnt_match(pg_temp.told('ann'), 'favourite', 'and nobody else');

SELECT pg_temp.forget();

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_act('ban', 'user', pg_temp.kept('ann')::text, :'why'), 'done',
  'a user is banned');

:as_app;

SELECT matches(pg_temp.told('bob'), pg_temp.row('gone place', 'rock'), 'phones drop their places');

SELECT * FROM finish();

ROLLBACK;
