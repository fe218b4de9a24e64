CREATE OR REPLACE FUNCTION findspot.heal() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  RETURN QUERY SELECT * FROM findspot.heal_copies();
  RETURN QUERY SELECT * FROM findspot.heal_authors();
  RETURN QUERY SELECT * FROM findspot.heal_addresses();
  RETURN QUERY SELECT * FROM findspot.heal_photos();
  RETURN QUERY SELECT * FROM findspot.heal_cities();
  RETURN QUERY SELECT * FROM findspot.heal_told();
END
$body$;

COMMENT ON FUNCTION findspot.heal() IS
'After an import: finds the place of each copy among the favourites, makes lost places of copies
that are the only trace of one, guesses authors, takes photos by their addresses and out of the old
folders, notes cities; what it found is returned, a line each. What it has done it does not do
again.';
