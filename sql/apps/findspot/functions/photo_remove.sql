CREATE OR REPLACE FUNCTION findspot.photo_remove(
  who bigint, place bigint, number integer, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.place_owned(who, place, at);
  PERFORM findspot.argument_require('number', number BETWEEN 1 AND 4, '1 to 4');
  IF NOT EXISTS (
    SELECT FROM findspot.photos p
    WHERE p.place_id = place AND p.number <> photo_remove.number AND p.path IS NOT NULL)
  THEN
    RAISE EXCEPTION 'the last photo of place % stays until another is there', place
      USING ERRCODE = 'FS004';
  END IF;
  DELETE FROM findspot.photos p WHERE p.place_id = place AND p.number = photo_remove.number;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'place % has no photo %', place, number USING ERRCODE = 'FS001';
  END IF;
END
$body$;

COMMENT ON FUNCTION findspot.photo_remove(bigint, bigint, integer, timestamptz) IS
'Removes one photo of an author''s own place by its number, which place_view lists; not the last
one: FS004. FS001 if there is no such place or photo, or the place is hidden, FS003 if it is
another''s.';

GRANT EXECUTE ON FUNCTION findspot.photo_remove(bigint, bigint, integer, timestamptz)
  TO findspot_app;
