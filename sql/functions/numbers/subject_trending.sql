CREATE OR REPLACE FUNCTION reeve.subject_trending(
  app text, collection text, lat float8, lon float8, within float8, by_key text, max_rows int)
RETURNS TABLE(key text, label text, state text, score float8, distance float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
  r reeve.rank_rule;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_trending.app, subject_trending.collection);
  SELECT k.* INTO r FROM reeve.rank_rule k WHERE k.collection_id = c.collection_id AND k.is_live;
  IF NOT FOUND THEN
    RAISE EXCEPTION '%/% is not ranked', c.app, c.name USING ERRCODE = 'RV001',
      HINT = '`rank:` of a collection in the catalog says by what.';
  ELSIF by_key IS NOT NULL AND r.weight_sql IS NULL THEN
    RAISE EXCEPTION 'the rank of %/% has no weights for a person', c.app, c.name
      USING ERRCODE = 'RV001', HINT = '`by:` of a rank in the catalog declares them.';
  END IF;
  IF lat IS NOT NULL THEN
    PERFORM reeve.place_require(c);
  END IF;
  RETURN QUERY
    SELECT t.key, t.label, coalesce(reeve.restriction_text(s), ''), t.score, t.distance
    FROM reeve.rank_read(r, lat, lon, within, by_key, max_rows)
      WITH ORDINALITY t(key, label, score, distance, place)
    LEFT JOIN reeve.subject s ON s.collection_id = c.collection_id AND s.key = t.key
    ORDER BY t.place;
EXCEPTION WHEN data_exception OR syntax_error_or_access_rule_violation OR SQLSTATE 'RV006' THEN
  RAISE EXCEPTION 'the rank of %/% could not be computed: %', c.app, c.name, SQLERRM
    USING ERRCODE = 'RV006', HINT = '`rank:` in the catalog declares it.';
END
$$;

COMMENT ON FUNCTION reeve.subject_trending(
  text, text, float8, float8, float8, text, int) IS
  'Rows of a ranked collection with the highest scores now, near a position and weighted for a '
  'person if given, with their restrictions. Writes and locks nothing; includes all committed '
  'changes. RV001 for a collection without a rank, RV006 if its expressions fail. NULL: label, '
  'distance.';

GRANT EXECUTE ON FUNCTION reeve.subject_trending(
  text, text, float8, float8, float8, text, int) TO reeve_viewer;
