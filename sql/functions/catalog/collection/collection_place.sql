CREATE OR REPLACE FUNCTION reeve.collection_place(
  c reeve.collection, OUT columns text[], OUT is_personal boolean, OUT listed_sql text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  SELECT ARRAY[p.place ->> 'latitude', p.place ->> 'longitude'],
    coalesce(reeve.catalog_moment(p.place ->> 'listed'), 'TRUE')
  INTO columns, listed_sql
  FROM reeve.app_part m
  CROSS JOIN LATERAL (SELECT m.body -> 'place') p(place)
  WHERE m.app = c.app AND m.path = ARRAY['collections', c.name] AND p.place IS NOT NULL;
  is_personal := columns && c.personal_columns;
END
$$;

COMMENT ON FUNCTION reeve.collection_place(reeve.collection) IS
  'The columns with the latitude and the longitude of a collection''s rows, whether they are '
  'personal, and which rows t are listed as of now; NULL where the catalog names none.';
