CREATE OR REPLACE FUNCTION findspot.city_note(city text) RETURNS void LANGUAGE sql
AS $body$
  INSERT INTO findspot.cities (name_folded, name)
  VALUES (findspot.fold(btrim(city)), btrim(city))
  ON CONFLICT (name_folded) DO NOTHING
$body$;

COMMENT ON FUNCTION findspot.city_note(text) IS 'Adds the name of a city that is new.';
