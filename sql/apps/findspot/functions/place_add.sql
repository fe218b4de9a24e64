CREATE OR REPLACE FUNCTION findspot.place_add(
  who bigint, name text, description text, city text, latitude numeric, longitude numeric,
  photos text[], sizes integer[], at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
DECLARE
  place bigint;
BEGIN
  PERFORM findspot.user_admit(who, at);
  PERFORM findspot.place_whole_require(name, description, city),
    findspot.position_require(latitude, longitude);
  IF cardinality(photos) NOT BETWEEN 1 AND 4 OR photos IS NULL
    OR cardinality(photos) IS DISTINCT FROM cardinality(sizes)
  THEN
    RAISE EXCEPTION 'a place has one to four photos, each with its size' USING ERRCODE = 'FS004';
  END IF;
  PERFORM findspot.photo_require(u.path, u.size) FROM unnest(photos, sizes) u (path, size);
  PERFORM findspot.argument_require('photos',
    (SELECT count(DISTINCT u) = count(*) FROM unnest(photos) u), 'each object once');
  INSERT INTO findspot.places (name, description, city, latitude, longitude, author_id, created_at)
  VALUES (place_add.name, place_add.description, place_add.city, place_add.latitude,
    place_add.longitude, who, at)
  RETURNING id INTO place;
  INSERT INTO findspot.photos (place_id, number, path, size_bytes)
  SELECT place, u.number, u.path, u.size
  FROM unnest(photos, sizes) WITH ORDINALITY u (path, size, number);
  PERFORM findspot.city_note(place_add.city);
  PERFORM findspot.favourite_add(who, place, at);
  UPDATE findspot.favourites f SET is_added = TRUE WHERE f.user_id = who AND f.place_id = place;
  RETURN place;
END
$body$;

COMMENT ON FUNCTION findspot.place_add(
  bigint, text, text, text, numeric, numeric, text[], integer[], timestamptz) IS
'Adds a place to the map and to its author''s favourites, and returns its id. name: 1 to 200
characters; description: 1 to 10,000; city: 1 to 100, as a geocoder writes it; latitude and
longitude: degrees, kept to six decimals; photos: one to four objects of the bucket, each 1 to 1,024
bytes and no photo yet, numbered from 1; sizes: of each in order, 1 to 6,291,456 bytes. None may be
NULL. FS004 for another number of photos or of sizes. Each call adds another place.';

GRANT EXECUTE ON FUNCTION findspot.place_add(
  bigint, text, text, text, numeric, numeric, text[], integer[], timestamptz) TO findspot_app;
