CREATE OR REPLACE FUNCTION reeve.search_facets_asked(collections int[], facets jsonb)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  declared text[] := ARRAY(
    SELECT DISTINCT f
    FROM reeve.collection c CROSS JOIN LATERAL unnest(
      reeve.catalog_columns(c.search -> 'facets')) f
    WHERE c.collection_id = ANY (collections) ORDER BY f);
  place int;
BEGIN
  IF facets IS NULL OR facets IN ('false', '[]') THEN
    RETURN NULL;
  ELSIF facets = 'true' THEN
    RETURN declared;
  END IF;
  SELECT min(n.place) INTO place
  FROM jsonb_array_elements_text(facets) WITH ORDINALITY n(name, place)
  WHERE n.name <> ALL (declared);
  IF place IS NOT NULL THEN
    RAISE EXCEPTION 'options.facets[%] is no facet', place - 1 USING ERRCODE = 'RV001',
      HINT = 'Facets: ' || coalesce(nullif(array_to_string(declared, ', '), ''), 'none') || '.';
  END IF;
  RETURN ARRAY(
    SELECT DISTINCT n FROM jsonb_array_elements_text(facets) n ORDER BY n);
END
$$;

COMMENT ON FUNCTION reeve.search_facets_asked(int[], jsonb) IS
  'Facets of collections that a call asks for, true for all; NULL for none. RV001, with the path, '
  'for anything but a facet.';
