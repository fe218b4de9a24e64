CREATE OR REPLACE FUNCTION findspot.heal_photos() RETURNS SETOF text LANGUAGE sql
AS $body$
  -- Of a place whose photos are known by their addresses, the listing tells the sizes alone.
  UPDATE findspot.photos f SET size_bytes = o.size_bytes, taken_latitude = o.taken_latitude,
    taken_longitude = o.taken_longitude
  FROM findspot.legacy_objects o
  WHERE o.path = f.path AND f.size_bytes IS NULL AND o.size_bytes <= 6291456;
  DELETE FROM findspot.legacy_objects o
  WHERE o.path IN (SELECT findspot.photo_object(l.url) FROM findspot.legacy_photos l);
  WITH fellow AS (
    SELECT p.* FROM findspot.places p
    WHERE NOT EXISTS (
      SELECT FROM findspot.legacy_photos l
      WHERE l.legacy_path = p.legacy_path AND findspot.photo_object(l.url) IS NOT NULL)
  ), folder AS (
    SELECT o.*, count(*) OVER w AS photos,
      row_number() OVER (PARTITION BY o.legacy_key, o.size_bytes <= 6291456 ORDER BY o.path)
        AS number
    FROM findspot.legacy_objects o
    WHERE EXISTS (SELECT FROM fellow p WHERE p.legacy_key = o.legacy_key)
    WINDOW w AS (PARTITION BY o.legacy_key)
  ), sharers AS (
    SELECT p.legacy_key, count(*) AS places, string_agg(p.id::text, ', ' ORDER BY p.id) AS ids
    FROM fellow p
    WHERE p.legacy_key IN (SELECT f.legacy_key FROM folder f)
    GROUP BY p.legacy_key
  ), fit AS (
    SELECT f.* FROM folder f WHERE f.size_bytes <= 6291456 AND f.number <= 4
  ), taken AS (
    INSERT INTO findspot.photos
      (place_id, number, path, size_bytes, taken_latitude, taken_longitude, is_mixed)
    SELECT p.id, f.number, f.path, f.size_bytes, f.taken_latitude, f.taken_longitude, s.places > 1
    FROM fit f
      JOIN fellow p USING (legacy_key)
      JOIN sharers s USING (legacy_key)
    ON CONFLICT (place_id, number) DO NOTHING
    RETURNING place_id
  ), gone AS (
    DELETE FROM findspot.legacy_objects o USING fit f WHERE f.path = o.path
  )
  SELECT format('folder %s was shared by places %s: each shows all of its photos, %s of them',
    s.legacy_key, s.ids, count(*))
  FROM fit f JOIN sharers s USING (legacy_key)
  WHERE s.places > 1 GROUP BY s.legacy_key, s.ids
  UNION ALL
  SELECT format('folder %s: photo %s is left out, %s', f.legacy_key, f.path,
    CASE WHEN f.size_bytes > 6291456 THEN format('%s bytes are more than 6 MiB', f.size_bytes)
      ELSE 'four are there' END)
  FROM folder f WHERE f.size_bytes > 6291456 OR f.number > 4
  UNION ALL
  SELECT format('folder %s fits no place: its photos stay in the bucket, %s of them',
    o.legacy_key, count(*))
  FROM findspot.legacy_objects o
  WHERE NOT EXISTS (SELECT FROM findspot.places p WHERE p.legacy_key = o.legacy_key)
  GROUP BY o.legacy_key
  ORDER BY 1
$body$;

COMMENT ON FUNCTION findspot.heal_photos() IS
'Part of heal: gives places without addresses of photos those of their old folder, the first four
that are not too large. Where several shared it, each shows all of them, marked as mixed.';
