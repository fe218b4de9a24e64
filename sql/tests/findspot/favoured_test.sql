-- Somebody marks a place in the new app of which a later export brings their copy, too.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p;

SELECT pg_temp.old_place('6017', 'rock', 60.17, 24.94);

SELECT count(*) FROM findspot.heal() \g /dev/null

:as_app;

SELECT findspot.favourite_add(pg_temp.kept('ann'), pg_temp.kept('rock'), now()) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT pg_temp.old_copy('ann', '6017', 'rock', 60.17, 24.94),
  pg_temp.old_copy('bob', '6017', 'rock', 60.17, 24.94);

SELECT lives_ok('SELECT findspot.heal()', 'the import is healed');

SELECT results_eq($$SELECT k.name, f.name FROM findspot.favourites f
    JOIN kept k ON k.id = f.user_id AND k.name IN ('ann', 'bob')
  WHERE f.place_id = pg_temp.kept('rock') ORDER BY k.name$$,
  $$VALUES ('ann'::text, 'rock'::text), ('bob', 'rock')$$,
  'each has the place once, as their copy');

SELECT is((SELECT count(*) FROM findspot.favourites WHERE place_id IS NULL), 0::bigint,
  'no copy stays without its place');

SELECT * FROM finish();

ROLLBACK;
