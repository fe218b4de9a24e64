CREATE OR REPLACE FUNCTION findspot.heal_addresses() RETURNS SETOF text LANGUAGE sql
AS $body$
  INSERT INTO findspot.legacy_photos (legacy_path, position, url)
  SELECT p.legacy_path, c.position, c.url
  FROM findspot.legacy_copy_photos c
    JOIN findspot.users u ON u.id = c.user_id
    JOIN findspot.places p ON p.legacy_path = format('users/%s/favourites/%s', u.uid, c.legacy_key)
  ON CONFLICT (legacy_path, position) DO NOTHING;
  WITH address AS (
    SELECT a.*, row_number() OVER (
      PARTITION BY a.place ORDER BY (a.size_bytes > 6291456) IS TRUE, a.position) AS number
    FROM (
      SELECT p.id AS place, l.legacy_path, l.position, l.url, b.object, o.size_bytes,
        o.taken_latitude, o.taken_longitude
      FROM findspot.legacy_photos l
        JOIN findspot.places p USING (legacy_path)
        CROSS JOIN LATERAL (SELECT findspot.photo_object(l.url)) b(object)
        LEFT JOIN findspot.legacy_objects o ON o.path = b.object
      WHERE NOT l.is_taken) a
    WHERE a.object IS NOT NULL
  ), taken AS (
    INSERT INTO findspot.photos
      (place_id, number, path, size_bytes, taken_latitude, taken_longitude)
    SELECT a.place, a.number, a.object, a.size_bytes, a.taken_latitude, a.taken_longitude
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
'Part of heal: gives places the photos whose addresses they had, and lost ones those of the copy
that is their trace; the first four that are not too large.';
