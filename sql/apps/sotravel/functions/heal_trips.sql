CREATE OR REPLACE FUNCTION sotravel.heal_trips() RETURNS SETOF text LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO sotravel.trips AS t (legacy_id, title, place, map_kind, starts_at, ends_at,
    image_url, legacy_digest)
  SELECT s.legacy_id, s.title, s.place, 'street', s.starts_at, s.ends_at, s.image_url, s.wanted
  FROM sotravel.legacy_trip_states() s
  WHERE s.trip_id IS NULL
    OR s.imported <> s.wanted AND s.found IN (s.imported, s.wanted)
  ORDER BY s.legacy_id::bigint
  ON CONFLICT (legacy_id) DO UPDATE SET title = excluded.title, place = excluded.place,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, image_url = excluded.image_url,
    legacy_digest = excluded.legacy_digest;
  RETURN QUERY
    SELECT format('trip %s was told in %s versions: it is what most of its members saw, %s, '
      '%s, %s to %s', s.trip_id, s.versions, s.title, s.place, s.starts_at, s.ends_at)
    FROM sotravel.legacy_trip_states() s WHERE s.versions > 1 ORDER BY s.trip_id;
  RETURN QUERY
    SELECT format('trips that changed there and here since they moved in, and stay as they are '
      'here: %s, such as trip %s', count(*), min(s.trip_id))
    FROM sotravel.legacy_trip_states() s WHERE s.imported <> s.wanted HAVING count(*) > 0;
END
$body$;

COMMENT ON FUNCTION sotravel.heal_trips() IS
'Part of heal: makes one trip of the copies that its members were told.';
