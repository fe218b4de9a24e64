INSERT INTO findspot.cities (name_folded, name)
SELECT DISTINCT ON (p.city_folded) p.city_folded, p.city
FROM findspot.places p ORDER BY p.city_folded, p.city;

-- Identities go on after the ids given above.
SELECT setval(pg_get_serial_sequence('findspot.' || t.name, 'id'), greatest(1, t.last)) FROM (
  SELECT 'users' AS name, max(id) AS last FROM findspot.users
  UNION ALL SELECT 'places', max(id) FROM findspot.places
  UNION ALL SELECT 'favourites', max(id) FROM findspot.favourites) t;

DROP TABLE sample_city;

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
