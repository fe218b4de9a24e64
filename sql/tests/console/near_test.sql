-- What is near a position: distances, poles, antimeridian, pages, and what is personal.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(55);

CREATE TABLE "Odd Shop".spot(
  id bigint PRIMARY KEY, name text, "Lat" numeric, "Lon" numeric, hidden_until timestamptz);
CREATE INDEX spot_place ON "Odd Shop".spot("Lat", "Lon");
CREATE TABLE "Odd Shop".pin(id bigint, part int, lat float8, lon float8, PRIMARY KEY (id, part));
ALTER TABLE "Odd Shop".spot OWNER TO shop_owner;
ALTER TABLE "Odd Shop".pin OWNER TO shop_owner;
ALTER TABLE "Odd Shop"."Person" ADD COLUMN lat real, ADD COLUMN lon real;
UPDATE "Odd Shop"."Person" SET lat = 60 + id, lon = 25;
INSERT INTO "Odd Shop".spot VALUES
  (1, 'Helsinki', 60.1699, 24.9384), (2, 'Tallinn', 59.4370, 24.7536),
  (3, 'Stockholm', 59.3293, 18.0686), (4, 'Suva', -18.1416, 178.4419),
  (5, 'Apia', -13.8333, -171.7667), (6, 'North Pole', 90, 17), (7, 'Alert', 82.5018, -62.3481),
  (8, 'Nagurskoye', 80.8, 47.6), (9, 'Taveuni west', -16.8, 180),
  (10, 'Taveuni east', -16.8, -180), (11, 'nowhere', NULL, NULL), (12, 'half', 60.17, NULL),
  (13, 'no number', 'NaN', 'NaN'), (14, 'beyond the pole', 91, 24.9),
  (15, 'around the world', 60.17, 384.9384), (16, 'infinitely far', 60.17, 'Infinity'),
  (17, 'South Pole', -90, 0);
-- Among these a page has many of the same distance.
INSERT INTO "Odd Shop".pin
SELECT i, 1, i % 7 / 1000.0, -i % 5 / 1000.0 FROM generate_series(1, 400) i;

CREATE FUNCTION pg_temp.places(person jsonb DEFAULT '["email", "lat", "lon"]') RETURNS jsonb
LANGUAGE sql AS $$
  SELECT jsonb_set(m.manifest, '{collections}', m.manifest -> 'collections' || jsonb_build_object(
    'person', m.manifest #> '{collections,person}' || jsonb_build_object('personal', person,
      'place', '{"latitude": "lat", "longitude": "lon"}'::jsonb,
      'erase', '{"set": {"Full Name": "''Nobody''", "email": null, "lat": null, "lon": null}}'
        ::jsonb),
    'spot', '{"table": "spot", "key": ["id"], "label": "t.name", "show": ["id", "Lat", "Lon"],
      "visible": "hidden_until", "place": {"latitude": "Lat", "longitude": "Lon"}}'::jsonb,
    'pin', '{"table": "pin", "key": ["id", "part"], "label": "t.id::text",
      "show": ["id", "lat", "lon"], "place": {"latitude": "lat", "longitude": "lon"}}'::jsonb))
  FROM pg_temp.manifest() m(manifest)
$$;

CREATE FUNCTION pg_temp.reeve_near(
  lat float8, lon float8, within float8, max_rows int DEFAULT 20, collection text DEFAULT 'spot')
RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(format('%s %s', key, round(distance::numeric / 1000)), ', ' ORDER BY n)
  FROM reeve.subject_near('shop', collection, lat, lon, within, NULL, max_rows)
    WITH ORDINALITY l(key, label, state, distance, latitude, longitude, place, n)
$$;
CREATE FUNCTION pg_temp.reeve_paged(size int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  r record;
  after jsonb;
  keys text := '';
BEGIN
  FOR page IN 1 .. 500 LOOP
    SELECT string_agg(l.key, ' ' ORDER BY l.n) AS keys,
      (array_agg(l.place ORDER BY l.n DESC))[1] AS place
    INTO r
    FROM reeve.subject_near('shop', 'pin', 0.0005, 0, 600, after, size)
      WITH ORDINALITY l(key, label, state, distance, latitude, longitude, place, n);
    EXIT WHEN r.keys IS NULL;
    keys := keys || ' ' || r.keys;
    after := r.place;
  END LOOP;
  RETURN btrim(keys);
END
$$;

-- The catalog.
SELECT is_empty($$ SELECT * FROM reeve.catalog_check(pg_temp.places()) $$, 'places are sound');
CREATE FUNCTION pg_temp.found(path text[], value text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(c.path || ': ' || c.message, '; ')
  FROM reeve.catalog_check(jsonb_set(pg_temp.places(), path, value::jsonb)) c
$$;
SELECT is(pg_temp.found('{collections,spot,place,latitude}', '"lat"'),
  '/collections/spot/place/latitude: "Odd Shop".spot has no column lat', 'a column is there');
SELECT is(pg_temp.found('{collections,spot,place,latitude}', '"name"'),
  '/collections/spot/place/latitude: column name is text; degrees are numeric, double precision or '
  'real; /collections/spot/place/latitude: list name in show or, where it is personal, in personal',
  'and a number that may be seen');
SELECT matches(pg_temp.found('{collections,person,personal}', '["email", "lat"]'),
  'both columns of a place are personal, or neither', 'half a place is not personal alone');
SELECT results_eq($$ SELECT * FROM reeve.catalog_advice(pg_temp.places()) ORDER BY path $$,
  $$ VALUES ('/collections/person/place', '`near` and `map` read all of "Odd Shop"."Person": '
      'CREATE INDEX ON "Odd Shop"."Person" (lat, lon)'),
    ('/collections/pin/place', '`near` and `map` read all of "Odd Shop".pin: CREATE INDEX ON '
      '"Odd Shop".pin (lat, lon)') $$, 'what no index serves is told, with the index');
SELECT ok(count(*) > 0, 'the catalog is applied') FROM reeve.catalog_apply(pg_temp.places());
ANALYZE "Odd Shop".spot;
ANALYZE "Odd Shop".pin;

-- Boxes.
CREATE FUNCTION pg_temp.boxes(lat float8, lon float8, m float8) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(format('%s..%s %s..%s', round(south::numeric, 2), round(north::numeric, 2),
    round(west::numeric, 2), round(east::numeric, 2)), ' and ')
  FROM reeve.earth_boxes(lat, lon, m)
$$;
SELECT is(pg_temp.boxes(v.lat, v.lon, v.metres), v.boxes, v.why) FROM (VALUES
  (60, 25, 111195, '59.00..61.00 23.00..27.00', 'a degree of longitude is half as long at 60 N'),
  (0, 179.5, 111195, '-1.00..1.00 178.50..180.00 and -1.00..1.00 -180.00..-179.50',
    'a box over the antimeridian is two'),
  (0, -179.5, 111195, '-1.00..1.00 -180.00..-178.50 and -1.00..1.00 179.50..180.00',
    'from either side'),
  (89.5, 10, 111195, '88.50..90.00 -180.00..180.00', 'around a pole all meridians'),
  (-90, 0, 1000, '-90.00..-89.99 -180.00..180.00', 'on it as well'),
  (10, 20, 20015115, '-90.00..90.00 -180.00..180.00', 'half the way around is everywhere'))
  v(lat, lon, metres, boxes, why);

-- Distances.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_near(60.1699, 24.9384, 450000), '1 0, 2 82, 3 396',
  'Helsinki to Tallinn and Stockholm');
SELECT is(pg_temp.reeve_near(60.1699, 24.9384, 100000), '1 0, 2 82', 'no farther than asked');
SELECT is(pg_temp.reeve_near(60.1699, 24.9384, NULL, 3), '1 0, 2 82, 3 396',
  'without a limit the nearest');
SELECT matches(pg_temp.reeve_near(-18.1416, 178.4419, 1200000, 9),
  '^4 0, (9|10) 223, (9|10) 223, 5 1151$',
  'over the antimeridian, from the west');
SELECT matches(pg_temp.reeve_near(-13.8333, -171.7667, 1200000, 9),
  '^5 0, (9|10) 942, (9|10) 942, 4 1151$',
  '… and from the east');
SELECT matches(pg_temp.reeve_near(-16.8, v.lon, 1), '^(9 0, 10 0|10 0, 9 0)$',
  'both ends of it are one place')
FROM (VALUES (180), (-180)) v(lon);
SELECT is(pg_temp.reeve_near(90, -100, 1100000), '6 0, 7 834, 8 1023', 'from the pole');
SELECT is(pg_temp.reeve_near(82.5018, -62.3481, 1700000), '7 0, 6 834, 8 1523', 'over the pole');
SELECT is(pg_temp.reeve_near(-89.9, 120, 20000), '17 11', 'the other pole');
SELECT is(pg_temp.reeve_near(0, 0, NULL, 100), pg_temp.reeve_near(0, 0, 20015115, NULL),
  'all of the earth by any page');
SELECT is((
    SELECT count(*)::int FROM reeve.subject_near('shop', 'spot', 0, 0, NULL, NULL, NULL)), 11,
  'what is not a position on earth is never near');
SELECT is((
    SELECT max(distance)::int FROM reeve.subject_near('shop', 'spot', 90, 0, NULL, NULL, NULL)),
  20015114, 'the poles are half the way around apart');
SELECT is((SELECT state FROM reeve.subject_near('shop', 'spot', 90, 0, 1, NULL, 1)), '',
  'with what restricts it');

-- Pages.
SELECT is(pg_temp.reeve_paged(v.size), pg_temp.reeve_paged(1000), 'pages of ' || v.size)
FROM (VALUES (1), (7), (50)) v(size);
SELECT is(cardinality(string_to_array(pg_temp.reeve_paged(7), '] [')), (
  SELECT count(*)::int FROM reeve.subject_near('shop', 'pin', 0.0005, 0, 600, NULL, NULL)),
  'with each row once');

-- What cannot be asked.
SELECT throws_ok(format('SELECT pg_temp.reeve_near(%L, %L, %L)', v.lat, v.lon, v.within), 'RV001',
  NULL, v.why)
FROM (VALUES (91::float8, 0::float8, 1, 'a latitude of 91'), ('NaN', 0, 1, 'none'),
  (0, 180.1, 1, 'a longitude'),
  (0, 'Infinity', 1, 'endless'), (NULL, 0, 1, 'no latitude'), (0, 0, 0, 'no distance'),
  (0, 0, -1, 'less than that')) v(lat, lon, within, why);
SELECT throws_ok($$ SELECT pg_temp.reeve_near(0, 0, 1, 1, 'stall') $$, 'RV001',
  'the catalog does not say where a stall is');

-- Positions.
SELECT results_eq($$ SELECT key, latitude, longitude FROM
    reeve.position_list('shop', 'spot', '{1,11,13,14,99}', 10) ORDER BY key $$,
  $$ VALUES ('1', 60.1699::float8, 24.9384::float8), ('11', NULL, NULL), ('13', NULL, NULL),
    ('14', NULL, NULL) $$, 'of rows, where they have one');
SELECT is((SELECT count(*)::int FROM reeve.position_list('shop', 'spot', NULL, 5)), 5, 'of some');
SELECT throws_ok($$ SELECT * FROM reeve.position_list('shop', 'spot', '{1,x}', 5) $$, 'RV004', NULL,
  'a text that cannot be a key is no row');

-- What is personal.
SELECT throws_ok($$ SELECT pg_temp.reeve_near(61, 25, 1, 1, 'person') $$, 'RV002',
  'the position of a person is personal');
SELECT throws_ok($$ SELECT * FROM reeve.position_list('shop', 'person', '{1}', 1) $$, 'RV002',
  'the position of a person is personal');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
CREATE FUNCTION pg_temp.reeve_ask(args jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, detail ->> 'ticket')
  FROM reeve.reveal_ask('find', 'shop', 'person', NULL, args)
$$;
SELECT is(pg_temp.reeve_ask('{"fields": ["lat", "lon"], "value": "61 25"}'), 'refused argument',
  'to look for people near a place one says why');
SELECT throws_ok($$ SELECT pg_temp.reeve_ask('{"fields": ["lat", "email"], "value": "61 25"}') $$,
  'RV001', NULL, 'by the fields that say where they are');
SELECT split_part(pg_temp.reeve_ask('{"fields": ["lat", "lon"], "value": "61 25 150000",
  "why": "a meeting"}'), ' ', 2) AS ticket \gset
SELECT throws_ok(format('SELECT * FROM reeve.reveal_near(%s, ''61 25 150000'', 9)', :ticket),
  'RV002', NULL, 'in a later transaction');
RESET SESSION AUTHORIZATION;
UPDATE reeve.reveal SET transaction = '3';
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok(format('SELECT * FROM reeve.reveal_near(%s, ''61 25 950000'', 9)', :ticket),
  'RV002', NULL, 'exactly what was asked');
SELECT results_eq(format('SELECT key, round(distance) FROM reeve.reveal_near(%s, %L, 9)', :ticket,
    '61 25 150000'), $$ VALUES ('1', 0::float8), ('2', 111195) $$, 'and finds them');
SELECT throws_ok(format('SELECT * FROM reeve.reveal_near(%s, ''61 25 150000'', 9)', :ticket),
  'RV002', NULL, 'once');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$ SELECT kind, fields FROM reeve.reveal $$,
  $$ VALUES ('find', '{lat,lon}'::text[]) $$, 'which is on the record');

-- Rows that are not listed.
RESET SESSION AUTHORIZATION;
CREATE FUNCTION pg_temp.listed(condition text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.places(), '{collections,spot,place,listed}', to_jsonb(condition))
$$;
SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(pg_temp.listed('t.nope'))$$,
  $$VALUES ('/collections/spot/place/listed', 'expression')$$, 'a condition over what is there');
SELECT is_empty($$SELECT * FROM reeve.catalog_check(pg_temp.listed(
  '(t.hidden_until <= $at) IS NOT TRUE'))$$, 'a sound one, which knows $at');
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.listed(
  '(t.hidden_until <= $at) IS NOT TRUE')) \gset
UPDATE "Odd Shop".spot SET hidden_until = CASE id WHEN 2 THEN '2020-01-01' ELSE 'infinity' END
  ::timestamptz WHERE id IN (1, 2);
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_near(60, 25, 450000), '1 19, 3 396', 'what is not listed is near nothing');
SELECT is((SELECT string_agg(p.key, ' ' ORDER BY p.key::int)
    FROM reeve.position_list('shop', 'spot', NULL, 100) p WHERE p.key::int < 5), '1 3 4',
  'and on no map of all');
SELECT is((SELECT count(*) FROM reeve.position_list('shop', 'spot', '{2}', 1)), 1::bigint,
  'the map of a list has it');
SELECT * FROM finish();
ROLLBACK;
