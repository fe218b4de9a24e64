CREATE OR REPLACE FUNCTION findspot.favourite_remove(
  who bigint, place bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.user_admit(who, at);
  DELETE FROM findspot.favourites f WHERE f.user_id = who AND f.place_id = place;
END
$body$;

COMMENT ON FUNCTION findspot.favourite_remove(bigint, bigint, timestamptz) IS
'Takes a place out of a user''s favourites; nothing happens if it is not among them.';

GRANT EXECUTE ON FUNCTION findspot.favourite_remove(bigint, bigint, timestamptz) TO findspot_app;
