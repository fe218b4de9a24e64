CREATE OR REPLACE FUNCTION reeve.collection_place(
  c reeve.collection, OUT columns text[], OUT is_personal boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  SELECT ARRAY[p.place ->> 'latitude', p.place ->> 'longitude'] INTO columns
  FROM reeve.app a
  CROSS JOIN LATERAL (SELECT a.manifest #> ARRAY['collections', c.name, 'place']) p(place)
  WHERE a.app = c.app AND p.place IS NOT NULL;
  is_personal := columns && c.personal_columns;
END
$$;

COMMENT ON FUNCTION reeve.collection_place(reeve.collection) IS
  'The columns with the latitude and the longitude of a collection''s rows, and whether they are '
  'personal; NULL where the catalog names none.';
