CREATE OR REPLACE FUNCTION reeve.rank_read(
  r reeve.rank_rule, lat float8, lon float8, within float8, by_key text, max_rows int)
RETURNS TABLE(key text, label text, score float8, distance float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  -- So many of the highest are weighed.
  most constant int := 1000;
  c reeve.collection := reeve.collection_get(r.collection_id);
  decay float8 := exp(greatest(-700, -ln(2::float8)
    * extract(epoch FROM clock_timestamp() - r.landmark) / extract(epoch FROM r.half_life)));
  keys text[];
  scores float8[];
  distances float8[];
  found_rows int := 0;
  got int;
BEGIN
  FOR page IN 0 .. 49 LOOP
    IF lat IS NULL THEN
      SELECT array_agg(s.key), array_agg(s.score), array_fill(NULL::float8, ARRAY[count(*)::int])
      INTO keys, scores, distances
      FROM (
        SELECT s.key, s.score FROM reeve.rank_score s
        WHERE s.rank_id = r.rank_id AND s.score > 0
        ORDER BY s.score DESC, s.key LIMIT most OFFSET page * most) s;
    ELSE
      SELECT array_agg(s.key), array_agg(s.score), array_agg(s.distance)
      INTO keys, scores, distances
      FROM (
        SELECT s.key, s.score, n.distance
        FROM reeve.app_near(c, lat, lon, within, NULL, 100000) n
        JOIN reeve.rank_score s ON s.rank_id = r.rank_id AND s.key = n.key AND s.score > 0
        ORDER BY s.score DESC, s.key LIMIT most OFFSET page * most) s;
    END IF;
    EXIT WHEN keys IS NULL;
    RETURN QUERY
      SELECT l.key, l.label, round((u.score * decay * l.weight)::numeric, 3)::float8,
        u.distance
      FROM reeve.app_ranked(r, keys, by_key) l
      JOIN unnest(keys, scores, distances) u(key, score, distance) ON u.key = l.key
      WHERE l.weight > 0
      ORDER BY u.score * l.weight DESC, l.key LIMIT max_rows - found_rows;
    GET DIAGNOSTICS got = ROW_COUNT;
    found_rows := found_rows + got;
    EXIT WHEN found_rows >= max_rows OR by_key IS NOT NULL OR cardinality(keys) < most;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.rank_read(reeve.rank_rule, float8, float8, float8, text, int) IS
  'The rows of a rank with the highest scores above 0, decayed to now: near a position (of the '
  '100,000 nearest within so many metres) or everywhere; weighed for somebody, of the 1,000 '
  'highest.';
