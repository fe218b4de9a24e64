CREATE OR REPLACE FUNCTION findspot.place_change(
  who bigint, place bigint, name text, description text, city text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM findspot.place_owned(who, place, at);
  UPDATE findspot.places p
  SET name = place_change.name, description = place_change.description, city = place_change.city
  WHERE p.id = place;
  PERFORM findspot.city_note(place_change.city);
END
$body$;

COMMENT ON FUNCTION findspot.place_change(bigint, bigint, text, text, text, timestamptz) IS
'Changes the words of an author''s own place; where it lies stays. Errors as place_owned.';

GRANT EXECUTE ON FUNCTION findspot.place_change(bigint, bigint, text, text, text, timestamptz)
  TO findspot_app;
