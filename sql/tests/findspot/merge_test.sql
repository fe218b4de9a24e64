-- Two rows for one place: the later one is merged into the earlier one, and undo parts them again.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem,dan}'::text[]) p;

SELECT pg_temp.spot('old rock', 'ann'), pg_temp.spot('Old Rock', 'bob', 60.1702),
  pg_temp.spot('far rock', 'bob', 61);

:as_app;

SELECT findspot.favourite_add(pg_temp.kept(who), pg_temp.kept(place), now())
FROM (VALUES ('cem', 'Old Rock'), ('dan', 'Old Rock'), ('dan', 'old rock')) v (who, place)
\g /dev/null

RESET SESSION AUTHORIZATION;

CREATE FUNCTION pg_temp.held(who text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(k.name || CASE WHEN f.hidden_until > now() THEN ' hidden' ELSE '' END, ', '
    ORDER BY k.name COLLATE "C")
  FROM findspot.favourites f JOIN pg_temp.kept k ON k.id = f.place_id AND k.name ~* 'rock'
  WHERE f.user_id = pg_temp.kept(who)
$$;

SELECT pg_temp.digest() AS before \gset

SELECT '{"why": "the same rock"}' AS same \gset

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT results_eq(
  $$SELECT key, proposes FROM reeve.flag_test('findspot', 'near-duplicates', 100) t
    CROSS JOIN reeve.flag_list('findspot') l WHERE l.name = 'near-duplicates'$$,
  format($$VALUES (%L, 'merge')$$, pg_temp.kept('Old Rock')),
  'a near-duplicate is reported, and its merge proposed');

SELECT results_eq(
  format($$SELECT e ->> 'name', (e ->> 'rows')::int, (e ->> 'reversible')::boolean
    FROM jsonb_array_elements(reeve.action_plan('merge', 'findspot', 'place', %L, %L)
      -> 'effects') e$$, pg_temp.kept('Old Rock'), :'same'),
  $$VALUES ('favourites of the other place', 2, TRUE), ('favourites of both', 1, TRUE),
    ('place', 1, TRUE)$$, 'the plan says which favourites go to the earlier place');

SELECT is(pg_temp.reeve_act('verify', 'place', pg_temp.kept('Old Rock')::text, '{}'), 'done',
  'a place is verified');

SELECT is(pg_temp.reeve_act('merge', 'place', pg_temp.kept('Old Rock')::text, :'same'), 'done',
  'and merged, the later one, which is another verb than verify');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.held('cem'), 'old rock', 'who liked the later one has the earlier one');

SELECT is(pg_temp.held('dan'), 'Old Rock hidden, old rock', 'who liked both has one');

:as_app;

SELECT results_eq($$SELECT name FROM findspot.place_search(pg_temp.kept('dan'), NULL, 'rock', now())
    ORDER BY 1$$, $$VALUES ('far rock'), ('old rock')$$, 'one of the two is found');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'the merge is undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.digest(), :'before', 'and every row is as it was');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is((SELECT sum((e ->> 'rows')::int)
    FROM jsonb_array_elements(reeve.action_plan('merge', 'findspot', 'place',
      pg_temp.kept(place)::text, :'same') -> 'effects') e), 0::bigint, why)
FROM (VALUES ('far rock', 'what is like nothing is merged into nothing'),
  ('old rock', 'nor is the earlier one of two')) v (place, why);

SELECT pg_temp.reeve_act('hide', 'place', pg_temp.kept('old rock')::text, :'why') \g /dev/null

SELECT is((SELECT sum((e ->> 'rows')::int)
    FROM jsonb_array_elements(reeve.action_plan('merge', 'findspot', 'place',
      pg_temp.kept('Old Rock')::text, :'same') -> 'effects') e), 0::bigint,
  'nothing is merged into a hidden place');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
