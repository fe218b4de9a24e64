CREATE OR REPLACE FUNCTION reeve.subject_near(
  app text, collection text, lat float8, lon float8, within float8, after jsonb,
  max_rows int)
RETURNS TABLE(
  key text, label text, state text, distance float8, latitude float8, longitude float8,
  place jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_near.app, subject_near.collection);
  PERFORM reeve.place_require(c);
  RETURN QUERY
    SELECT n.key, n.label, coalesce(reeve.restriction_text(s), ''), n.distance, n.latitude,
      n.longitude, n.place
    FROM reeve.app_near(c, lat, lon, within, after, max_rows)
      WITH ORDINALITY n(key, label, latitude, longitude, distance, place, nr)
    LEFT JOIN reeve.subject s ON s.collection_id = c.collection_id AND s.key = n.key
    ORDER BY n.nr;
END
$$;

COMMENT ON FUNCTION reeve.subject_near(text, text, float8, float8, float8, jsonb, int) IS
  'Rows of a collection within so many metres of a position (NULL = anywhere), the nearest first, '
  'with their restrictions. after: the place value of the last row of the page before; NULL for '
  'the first. RV001 without a place in the catalog, RV002 if it is personal. NULL: label.';

GRANT EXECUTE ON FUNCTION reeve.subject_near(text, text, float8, float8, float8, jsonb, int)
  TO reeve_viewer;
