CREATE OR REPLACE FUNCTION findspot.place_change(
  who bigint, place bigint, name text, description text, city text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.place_owned(who, place, at);
  PERFORM findspot.place_whole_require(name, description, city);
  UPDATE findspot.places p
  SET name = place_change.name, description = place_change.description, city = place_change.city
  WHERE p.id = place;
  PERFORM findspot.city_note(place_change.city);
END
$body$;

COMMENT ON FUNCTION findspot.place_change(bigint, bigint, text, text, text, timestamptz) IS
'Changes the words of an author''s own place, all three: see place_add. Where it lies stays, and
photos have calls of their own. FS001 if there is no such place, or it is hidden, FS003 if it is
another''s, or its author is only guessed.';

GRANT EXECUTE ON FUNCTION findspot.place_change(bigint, bigint, text, text, text, timestamptz)
  TO findspot_app;
