-- A small believable FindSpot, as an import left it, the same each time: 300 users, 1,200 places,
-- their photos and 2,400 copies among favourites. Run as the schema's owner, in one transaction, on
-- empty tables, after sample/.
--
-- Planted: place 1 at 60.17 degrees shares the key 6017 with two places that it overwrote, of which
-- users 2 to 4 have copies; user 7 added places 20 to 29; place 30 is near 31 and named alike;
-- copies of place 40 differ from it; places 50 to 54 have no photo; users 298 and 299 are one
-- person.

DO $block$
BEGIN
  IF EXISTS (SELECT FROM findspot.users) THEN
    RAISE EXCEPTION 'the sample goes into empty tables' USING ERRCODE = 'FS005';
  END IF;
END
$block$;

SET LOCAL jit = off;

INSERT INTO findspot.users (id, uid, email, nickname, created_at)
SELECT n, 'uid' || md5('user ' || n),
  CASE WHEN n = 299 THEN 'Walker298@mail.example'
    WHEN n = 298 OR pg_temp.pick(n, 1, 10) > 0 THEN format('walker%s@mail.example', n) END,
  CASE n
    WHEN 290 THEN E'Mallory\x1b[31m'
    WHEN 291 THEN E'\u202Eecila'
    WHEN 292 THEN '''; DROP TABLE users; --'
    ELSE pg_temp.pick_from('{Aino,Bruno,Carla,Dieter,Eliška,Fabio,Γιάννης,Hanna,Ilse,Jun,Kai,Lena,
        Mika,Nina,Otto,Pia,Rita,Sven,Tove,Ugo}', n, 2)
      || pg_temp.pick_from('{" on foot"," outdoors"," & dog",75,88,2000,"",""}', n, 3)
  END,
  now() - pg_temp.pick(n, 4, 900) * interval '1 day' - interval '40 days'
FROM generate_series(1, 300) n;

-- The same tokens each time.
INSERT INTO findspot.devices (user_id, token, platform, app_version, seen_at)
SELECT n, md5('device ' || n || '/' || k) || md5(n || '/' || k),
  CASE pg_temp.pick(n + k, 18, 2) WHEN 0 THEN 'ios' ELSE 'android' END,
  '2.' || pg_temp.pick(n + k, 19, 5) || '.0',
  now() - pg_temp.pick(n + k, 20, 60) * interval '1 day' - k * interval '1 hour'
FROM generate_series(1, 300) n
CROSS JOIN LATERAL generate_series(1, pg_temp.pick(n, 21, 3)) k
ORDER BY n, k;

INSERT INTO findspot.places
  (id, legacy_key, legacy_path, name, description, city, latitude, longitude, author_id,
   created_at)
SELECT p.n, findspot.legacy_key(p.latitude), 'places/' || findspot.legacy_key(p.latitude), p.name,
  p.description, p.city, p.latitude, p.longitude,
  CASE WHEN p.n BETWEEN 20 AND 29 THEN 7
    WHEN pg_temp.pick(p.n, 5, 3) > 0 THEN 10 + pg_temp.pick(p.n, 6, 280) END,
  now() - pg_temp.pick(p.n, 7, 600) * interval '1 day' - interval '30 days'
FROM (
  SELECT n,
    CASE n WHEN 1 THEN 'Rantakallio' WHEN 30 THEN 'Naviglio Grande' WHEN 31 THEN 'Naviglio grande'
      ELSE pg_temp.pick_from(c.sights, n, 8) || ' ' || n END AS name,
    pg_temp.pick_from(c.words, n, 9) AS description,
    CASE n WHEN 1 THEN 'Helsinki' WHEN 30 THEN 'Milano' WHEN 31 THEN 'Milano'
      ELSE pg_temp.pick_from(c.names, n, 10) END AS city,
    CASE n WHEN 1 THEN 60.17 WHEN 30 THEN 45.4521 WHEN 31 THEN 45.4523
      ELSE c.latitude + (n * 37 % 1200 - 600) * 0.00004 + 0.000001 * n END AS latitude,
    CASE n WHEN 1 THEN 24.94 WHEN 30 THEN 9.17 WHEN 31 THEN 9.1701
      ELSE c.longitude + (pg_temp.pick(n, 11, 2000) - 1000) * 0.00003 END AS longitude
  FROM generate_series(1, 1200) n
    JOIN sample_city c ON c.nr = CASE WHEN n IN (30, 31) THEN 1 WHEN n % 3 = 0
      THEN pg_temp.pick(n, 12, 12) ELSE pg_temp.pick(n, 12, 6) END) p
-- Only the last of those with one key was kept.
WHERE p.n = 1 OR findspot.legacy_key(p.latitude) <> '6017'
ORDER BY p.n
ON CONFLICT (legacy_path) DO NOTHING;

INSERT INTO findspot.favourites
  (user_id, legacy_key, is_added, name, description, city, latitude, longitude, created_at)
SELECT u.id, p.legacy_key, p.author_id IS NULL AND pg_temp.pick(p.id, 13, 2) = 0 AND k = 1,
  p.name, CASE WHEN p.id = 40 THEN p.description || ' (closed in winter)' ELSE p.description END,
  p.city, p.latitude, p.longitude, p.created_at + interval '2 days'
FROM findspot.places p
  CROSS JOIN generate_series(1, 2) k
  JOIN findspot.users u ON u.id = 4 + pg_temp.pick(p.id * 2 + k, 14, 290)
ORDER BY p.id, k
ON CONFLICT DO NOTHING;

-- What place 1 overwrote.
INSERT INTO findspot.favourites
  (user_id, legacy_key, is_added, name, description, city, latitude, longitude)
VALUES
  (2, '6017', TRUE, 'Lagoon view', 'Breezy even at noon.', 'Lagos', 6.017, 3.4),
  (3, '6017', FALSE, 'Isla sin nombre', 'Viento todo el año.', 'Ushuaia', -60.17, -45.5),
  (4, '6017', FALSE, 'Lagoon view', 'Breezy even at noon.', 'Lagos', 6.017, 3.4);

INSERT INTO findspot.legacy_objects (path, size_bytes, taken_latitude, taken_longitude)
SELECT format('places/%s/%s.jpg', p.legacy_key, k),
  200000 + pg_temp.pick(p.id * 4 + k, 15, 4000000),
  CASE WHEN pg_temp.pick(p.id * 4 + k, 16, 9) = 0 THEN p.latitude + 0.0001 END,
  CASE WHEN pg_temp.pick(p.id * 4 + k, 16, 9) = 0 THEN p.longitude END
FROM findspot.places p
  CROSS JOIN LATERAL generate_series(1, 1 + pg_temp.pick(p.id, 17, 4)) k
WHERE p.id NOT BETWEEN 50 AND 54;

SELECT setval(pg_get_serial_sequence('findspot.' || t.name, 'id'), t.last) FROM (
  SELECT 'users' AS name, max(id) AS last FROM findspot.users
  UNION ALL SELECT 'places', max(id) FROM findspot.places) t;

SELECT count(*) FROM findspot.heal();

DROP TABLE sample_city;

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
