CREATE OR REPLACE FUNCTION findspot.heal_addresses() RETURNS SETOF text LANGUAGE sql
AS $body$
  INSERT INTO findspot.legacy_photos (legacy_path, position, url)
  SELECT p.legacy_path, c.position, c.url
  FROM findspot.legacy_copy_photos c
    JOIN findspot.users u ON u.id = c.user_id
    JOIN findspot.places p ON p.legacy_path = format('users/%s/favorites/%s', u.uid, c.legacy_key)
  ON CONFLICT (legacy_path, position) DO NOTHING;
  WITH address AS (
    SELECT a.*, row_number() OVER (
      PARTITION BY a.place ORDER BY (a.size_bytes > 6291456) IS TRUE, a.position) AS number
    FROM (
      SELECT p.id AS place, b.object, min(length(l.position) || ':' || l.position) AS position,
        o.size_bytes, o.taken_latitude, o.taken_longitude,
        coalesce(substring(b.object FROM '^placesImages/([^/]+)/') <> p.legacy_key, FALSE)
          OR count(*) OVER (PARTITION BY b.object) > 1 AS is_mixed
      FROM findspot.legacy_photos l
        JOIN findspot.places p USING (legacy_path)
        CROSS JOIN LATERAL (SELECT findspot.photo_object(l.url)) b(object)
        LEFT JOIN findspot.legacy_objects o ON o.path = b.object
      WHERE NOT l.is_taken
      GROUP BY p.id, b.object, o.path) a
    WHERE a.object IS NOT NULL
  ), taken AS (
    INSERT INTO findspot.photos
      (place_id, number, path, size_bytes, taken_latitude, taken_longitude, is_mixed)
    SELECT a.place, a.number, a.object, a.size_bytes, a.taken_latitude, a.taken_longitude,
      a.is_mixed
    FROM address a WHERE a.number <= 4 AND (a.size_bytes > 6291456) IS NOT TRUE
    ON CONFLICT (place_id, number) DO NOTHING
    RETURNING place_id
  ), dealt AS (
    UPDATE findspot.legacy_photos l SET is_taken = TRUE
    FROM findspot.places p WHERE p.legacy_path = l.legacy_path AND NOT l.is_taken
    RETURNING p.id, l.url
  )
  SELECT format('place %s: photo %s is left out, it is no object of the bucket', d.id, d.url)
  FROM dealt d WHERE findspot.photo_object(d.url) IS NULL
  UNION ALL
  SELECT format('place %s: photo %s is left out, %s', a.place, a.object,
    CASE WHEN a.size_bytes > 6291456 THEN format('%s bytes are more than 6 MiB', a.size_bytes)
      ELSE 'four are there' END)
  FROM address a WHERE a.number > 4 OR a.size_bytes > 6291456
  ORDER BY 1;
$body$;

COMMENT ON FUNCTION findspot.heal_addresses() IS
'Part of heal: gives places the photos whose addresses they had, each object once, and lost ones
those of the copy that is their trace; the first four that are not too large. One that several
places list, or that lies in the folder of another, is marked as mixed: a phone kept the folder and
the list of its first place for all that it saved until the app ended.';
