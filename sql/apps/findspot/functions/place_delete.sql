CREATE OR REPLACE FUNCTION findspot.place_delete(who bigint, place bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.place_owned(who, place, at);
  DELETE FROM findspot.favourites f WHERE f.place_id = place;
  DELETE FROM findspot.photos p WHERE p.place_id = place;
  DELETE FROM findspot.places p WHERE p.id = place;
END
$body$;

COMMENT ON FUNCTION findspot.place_delete(bigint, bigint, timestamptz) IS
'Deletes an author''s own place with its photos, and from everybody''s favourites. FS001 if there is
no such place, or it is gone already or hidden, FS003 if it is another''s, or its author is only
guessed.';

GRANT EXECUTE ON FUNCTION findspot.place_delete(bigint, bigint, timestamptz) TO findspot_app;
