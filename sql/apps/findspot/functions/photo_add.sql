CREATE OR REPLACE FUNCTION findspot.photo_add(
  who bigint, place bigint, path text, size_bytes integer, at timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
DECLARE
  free integer;
BEGIN
  PERFORM findspot.place_owned(who, place, at);
  PERFORM findspot.photo_require(path, size_bytes);
  -- A photo that was removed for good leaves its number.
  DELETE FROM findspot.photos p WHERE p.place_id = place AND p.path IS NULL;
  SELECT n INTO free FROM generate_series(1, 4) n
  WHERE NOT EXISTS (
    SELECT FROM findspot.photos p WHERE p.place_id = place AND p.number = n)
  ORDER BY n LIMIT 1;
  IF free IS NULL THEN
    RAISE EXCEPTION 'place % has four photos already', place USING ERRCODE = 'FS004';
  END IF;
  INSERT INTO findspot.photos (place_id, number, path, size_bytes)
  VALUES (place, free, photo_add.path, photo_add.size_bytes);
  RETURN free;
END
$body$;

COMMENT ON FUNCTION findspot.photo_add(bigint, bigint, text, integer, timestamptz) IS
'Adds a photo to an author''s own place and returns its number, the lowest of 1 to 4 that is free:
one that was removed is given again. path: the object in the bucket, 1 to 1,024 bytes, which is no
photo of any place yet; size_bytes: 1 to 6,291,456. FS001 if there is no such place, or it is
hidden, FS003 if it is another''s, FS004 for a fifth photo.';

GRANT EXECUTE ON FUNCTION findspot.photo_add(bigint, bigint, text, integer, timestamptz)
  TO findspot_app;
