CREATE OR REPLACE FUNCTION reeve.rank_public(
  collection_id int, by_key text, latitude float8, longitude float8, within float8, max int)
RETURNS TABLE(key text, label text, score float8, distance float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A warning would say what is in rows that cannot be read.
SET client_min_messages = error
AS $$
DECLARE
  r reeve.rank_rule;
BEGIN
  SELECT k.* INTO r
  FROM reeve.rank_rule k JOIN reeve.collection c USING (collection_id)
  WHERE k.collection_id = rank_public.collection_id AND k.is_live AND c.is_live;
  IF NOT FOUND THEN
    RETURN;
  ELSIF num_nonnulls(rank_public.latitude, rank_public.longitude) = 1
    OR NOT (rank_public.latitude BETWEEN -90 AND 90 AND rank_public.longitude BETWEEN -180 AND 180)
  THEN
    RAISE EXCEPTION 'a position is a latitude of -90 to 90 and a longitude of -180 to 180'
      USING ERRCODE = 'RV001';
  END IF;
  RETURN QUERY
    SELECT t.key, t.label, t.score, t.distance
    FROM reeve.rank_read(r, rank_public.latitude, rank_public.longitude, rank_public.within,
      CASE WHEN r.weight_sql IS NOT NULL THEN by_key END,
      least(greatest(coalesce(rank_public.max, 20), 1), 100)) t;
EXCEPTION
  -- Callers learn their own mistakes, and of other errors only that one happened.
  WHEN SQLSTATE 'RV001' OR query_canceled THEN
    RAISE;
  WHEN OTHERS THEN
    RAISE EXCEPTION 'the ranking could not be computed' USING ERRCODE = 'RV001',
      HINT = 'Check the key and the position; `reeve doctor` says what else may be wrong.';
END
$$;

COMMENT ON FUNCTION reeve.rank_public(int, text, float8, float8, float8, int) IS
  'The answer of an app''s own trending_… function: at most 100 rows that its rank lists, highest '
  'scores first. Empty without a rank; RV001 for a position off the earth.';
