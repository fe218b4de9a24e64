-- What the back office counts and ranks of FindSpot, and what a merge of cities asks for.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{author,one,two}'::text[]) p;

SELECT pg_temp.spot('liked', 'author', 60.17), pg_temp.spot('own', 'author', 61.17);

:as_app;

SELECT findspot.favourite_add(pg_temp.kept('one'), pg_temp.kept('liked'), now()),
  findspot.favourite_add(pg_temp.kept('two'), pg_temp.kept('liked'), now());

RESET SESSION AUTHORIZATION;

CREATE FUNCTION pg_temp.counted(collection text, label text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', n.counted, n.name), ', ' ORDER BY n.name)
  FROM reeve.app_counts((SELECT c.collection_id FROM reeve.collection c
    WHERE c.app = 'findspot' AND c.name = collection), NULL,
    ARRAY[pg_temp.kept(label)::text]) n
$$;

CREATE FUNCTION pg_temp.rank_of(label text) RETURNS numeric LANGUAGE sql AS $$
  SELECT round(t.score::numeric, 2)
  FROM reeve.rank_rule r
  JOIN reeve.collection c USING (collection_id)
  CROSS JOIN LATERAL reeve.rank_read(r, NULL, NULL, NULL, NULL, 100000) t
  WHERE c.app = 'findspot' AND c.name = 'place' AND t.key = pg_temp.kept(rank_of.label)::text
$$;

SELECT is(pg_temp.counted('place', 'liked'), '3 favourites',
  'a place has who liked it, and its author''s copy');

SELECT is(pg_temp.counted('user', 'author'), '2 favourites, 2 places',
  'a user has their favourites and places');

SELECT is(pg_temp.rank_of('liked'), 2.00, 'a place ranks by who liked it');

SELECT is(pg_temp.rank_of('own'), NULL, 'that its author keeps a copy says nothing');

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_act('hide', 'place', pg_temp.kept('liked')::text, :'why'), 'done',
  'a place is hidden');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.rank_of('liked'), NULL, 'and leaves the rank at once');

SELECT is(pg_temp.counted('user', 'author'), '1 favourites, 1 places', 'and the counts');

INSERT INTO findspot.cities(name_folded, name) VALUES ('testhelsinki', 'Testhelsinki')
RETURNING pg_temp.keep('main', id) AS main \gset

INSERT INTO findspot.cities(name_folded, name, proposed_id)
VALUES ('testhelsingfors', 'Testhelsingfors', :main)
RETURNING pg_temp.keep('variant', id) AS variant \gset

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_act('merge', 'city', :'variant', '{"why": "a test"}'), 'done',
  'two names of a city are merged');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
    WHERE j.app = 'findspot' AND k.name = 'sql' AND j.args ->> 'task' = 'propose-cities'),
  1::bigint, 'and the task that looks for other names is asked for');

SELECT * FROM finish();

ROLLBACK;
