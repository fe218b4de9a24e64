CREATE OR REPLACE FUNCTION reeve.place_require(c reeve.collection) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place record := reeve.collection_place(c);
BEGIN
  IF place.columns IS NULL THEN
    RAISE EXCEPTION 'the catalog does not say where a % is', c.name USING ERRCODE = 'RV001',
      HINT = '`place:` of the collection names the columns of its latitude and longitude.';
  ELSIF place.is_personal THEN
    RAISE EXCEPTION 'the position of a % is personal', c.name USING ERRCODE = 'RV002',
      HINT = format('`reveal %s:KEY %s --why "…"` tells of one, `near --why "…"` finds some.',
        c.name, array_to_string(place.columns, ' '));
  END IF;
  RETURN place.columns;
END
$$;

COMMENT ON FUNCTION reeve.place_require(reeve.collection) IS
  'The columns with the latitude and the longitude of a collection''s rows, for whoever may see '
  'them without a reason: RV001 where the catalog names none, RV002 where they are personal.';
