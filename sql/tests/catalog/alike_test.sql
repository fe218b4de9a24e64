-- What seems to be the same thing twice: the same field, near, of a similar name.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(22);

SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".stall ADD town text, ADD lat float8, ADD lon numeric;
CREATE INDEX ON "Odd Shop".stall(lat, lon);
INSERT INTO "Odd Shop".stall(code, owner_id, title, town, lat, lon) VALUES
  ('n1', 1, 'Silk and more', 'oulu', 60, 24), ('n2', 1, 'Silk & more', 'oulu', 60.0003, 24.0003),
  ('n3', 1, 'Silk and more', 'turku', 60, 24), ('n4', 1, 'Silk and more', 'oulu', 60.001, 24),
  ('n5', 1, 'Bread', 'oulu', 60, 24), ('w', 1, 'Atoll', 'suva', -17, -179.9999),
  ('e', 1, 'atoll', 'suva', -17, 179.9999), ('p1', 1, 'Pole', 'none', 90, 0),
  ('p2', 1, 'Pole', 'none', 89.9999, 180), ('x', 1, 'Silk and more', 'oulu', NULL, NULL),
  ('y', 1, 'Silk and more', 'oulu', 'NaN', 24);
RESET ROLE;

CREATE FUNCTION pg_temp.manifest_of(alike jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(m, '{collections,stall,show}', (m #> '{collections,stall,show}')
    || '["lat", "lon"]') || '{}'
  FROM jsonb_set(pg_temp.manifest(), '{collections,stall,place}', jsonb_strip_nulls(
    jsonb_build_object('latitude', 'lat', 'longitude', 'lon', 'alike', alike))) m
$$;

SELECT results_eq(format($$SELECT path || ' ' || code FROM reeve.catalog_check(
  pg_temp.manifest_of(%L)) ORDER BY 1$$, v.alike), v.findings, v.why)
FROM (VALUES
  ('{"same": "town", "within": 50, "name": "title"}', '{}'::text[], 'a sound catalog'),
  ('{"same": "nope", "within": 50, "name": "title"}',
    ARRAY['/collections/stall/place/alike/same missing'], 'a column that is not there'),
  ('{"same": "town", "within": 50, "name": "title", "likeness": "1.5"}',
    ARRAY['/collections/stall/place/alike/likeness type'], 'a likeness is from 0 to 1'))
  v(alike, findings, why);

-- $alike of an effect: only where the subject is known and something says what is alike.
SELECT throws_ok(format('SELECT reeve.alike_kept(pg_temp.manifest_of(%L), %L, %L)',
  '{"same": "town", "within": 50, "name": "title"}', v.collection, v.body), 'RV005', NULL, v.why)
FROM (VALUES ('deal', '{"collection": "deal"}', 'nothing says when deals are alike'),
  ('stall', '{"collection": "item", "through": {}}', 'rows found by a third table name no stall'),
  ('stall', '{"collection": "deal", "via": "item.stall"}', 'nor do those two parents away'))
  v(collection, body, why);

SELECT count(*) AS applied FROM reeve.catalog_apply(
  pg_temp.manifest_of('{"same": "town", "within": 50, "name": "title"}')) \gset

SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT key, like_key, round(distance)::int FROM reeve.subject_alike('shop',
  'stall', 'n1', 10)$$, $$VALUES ('n2', 'stall:n1', 37)$$,
  'near, of the same town and a similar name: not another town''s, farther, or called otherwise');
SELECT results_eq($$SELECT key FROM reeve.subject_alike('shop', 'stall', 'n2', 10)$$,
  $$VALUES ('n1')$$, 'from either side');
SELECT bag_eq($$SELECT like_key, key FROM reeve.subject_alike('shop', 'stall', NULL, 100)$$,
  $$VALUES ('stall:n1', 'n2'), ('stall:e', 'w'), ('stall:p1', 'p2')$$,
  'of all pairs the later one, across the antimeridian and at the pole');
SELECT is((SELECT count(*)::int FROM reeve.subject_alike('shop', 'stall', 'x', 10)), 0,
  'what is nowhere is like nothing');
SELECT is((SELECT count(*)::int FROM reeve.subject_alike('shop', 'stall', 'y', 10)), 0,
  'nor is what is at NaN');
SELECT is((SELECT count(*)::int FROM reeve.subject_alike('shop', 'stall', NULL, 2)), 2,
  'as many as are asked for');
SELECT throws_ok($$SELECT reeve.subject_alike('shop', 'stall', 'nope', 10)$$, 'RV004', NULL,
  'a row that is not there');
SELECT throws_ok($$SELECT reeve.subject_alike('shop', 'item', '["a-1", 1]', 10)$$, 'RV001', NULL,
  'a collection that is nowhere');
RESET SESSION AUTHORIZATION;
SELECT throws_ok($$SELECT reeve.subject_alike('shop', 'stall', 'n1', 10)$$, 'RV002', NULL,
  'who is no member sees nothing');

SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(pg_temp.manifest_of(NULL)
  || '{"flags": {"twice": {"collection": "stall", "policy": "spam", "alike": true}}}')$$,
  $$VALUES ('/flags/twice/alike', 'missing')$$, 'a flag needs to know what is alike');
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest_of(NULL)) \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok($$SELECT reeve.subject_alike('shop', 'stall', 'n1', 10)$$, 'RV001', NULL,
  'a collection of which nobody has said what is alike');
RESET SESSION AUTHORIZATION;

SELECT is(round(reeve.text_likeness(v.a, v.b)::numeric, 2), v.likeness, v.a || ' ~ ' || v.b)
FROM (VALUES ('Naviglio', 'NAVIGLIO ', 1.00), ('', '', 1.00), ('abc', 'xyz', 0.00),
  ('Ισθμός', 'Ισθμού', 0.57), ('a', '', 0.00)) v(a, b, likeness);
SELECT * FROM finish();
ROLLBACK;
