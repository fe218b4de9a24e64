CREATE OR REPLACE FUNCTION reeve.rank_read(
  r reeve.rank_rule, lat float8, lon float8, within float8, by_key text, max_rows int)
RETURNS TABLE(key text, label text, score float8, distance float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  -- How many of the highest scores are weighted for a person.
  weighed constant int := 1000;
  -- Fewer near rows than this are all read; if there are more, a walk by score soon meets them.
  few constant int := 2000;
  size int := CASE WHEN by_key IS NOT NULL THEN weighed ELSE greatest(200, 4 * max_rows) END;
  c reeve.collection := reeve.collection_get(r.collection_id);
  decay float8;
  pending text[] := reeve.rank_pending(r);
  is_whole boolean := array_position(pending, NULL) IS NOT NULL;
  fresh_keys text[] := '{}';
  fresh_scores float8[] := '{}';
  nearest text[];
  keys text[];
  scores float8[];
  last_score float8 := 'infinity';
  last_key text := '';
  found_rows int := 0;
  got int;
BEGIN
  r.landmark := coalesce(r.landmark, statement_timestamp());
  decay := exp(greatest(-700, -ln(2::float8)
    * extract(epoch FROM clock_timestamp() - r.landmark) / extract(epoch FROM r.half_life)));
  IF pending <> '{}' THEN
    SELECT coalesce(array_agg(a.key), '{}'), coalesce(array_agg(a.score), '{}')
    INTO fresh_keys, fresh_scores
    FROM reeve.app_rank(r, CASE WHEN NOT is_whole THEN pending END) a WHERE a.score > 0;
  END IF;
  IF lat IS NOT NULL THEN
    nearest := ARRAY(SELECT n.key FROM reeve.app_near(c, lat, lon, within, NULL, few) n);
    IF cardinality(nearest) = few THEN
      nearest := NULL;
    END IF;
  END IF;
  LOOP
    SELECT array_agg(s.key ORDER BY s.score DESC, s.key),
      array_agg(s.score ORDER BY s.score DESC, s.key)
    INTO keys, scores
    FROM (
      SELECT u.key, u.score
      FROM (
        (SELECT s.key, s.score FROM reeve.rank_score s
        WHERE NOT is_whole AND s.rank_id = r.rank_id AND s.score > 0 AND s.key <> ALL (pending)
          AND (nearest IS NULL OR s.key = ANY (nearest))
          AND s.score <= last_score AND (s.score < last_score OR s.key > last_key)
        ORDER BY s.score DESC, s.key LIMIT size)
        UNION ALL
        SELECT f.key, f.score FROM unnest(fresh_keys, fresh_scores) f(key, score)
        WHERE (nearest IS NULL OR f.key = ANY (nearest))
          AND f.score <= last_score AND (f.score < last_score OR f.key > last_key)) u
      ORDER BY u.score DESC, u.key LIMIT size) s;
    EXIT WHEN keys IS NULL;
    last_key := keys[cardinality(keys)];
    last_score := scores[cardinality(keys)];
    RETURN QUERY
      SELECT l.key, l.label, round((u.score * decay * l.weight)::numeric, 3)::float8, d.distance
      FROM reeve.app_ranked(r, keys, by_key) l
      JOIN unnest(keys, scores) u(key, score) ON u.key = l.key
      CROSS JOIN LATERAL (
        SELECT CASE WHEN lat IS NOT NULL
          THEN reeve.earth_distance(lat, lon, l.latitude, l.longitude) END) d(distance)
      WHERE l.weight > 0 AND (lat IS NULL OR d.distance <= coalesce(within, 'infinity'))
      ORDER BY u.score * l.weight DESC, l.key LIMIT max_rows - found_rows;
    GET DIAGNOSTICS got = ROW_COUNT;
    found_rows := found_rows + got;
    EXIT WHEN found_rows >= max_rows OR cardinality(keys) < size
      OR by_key IS NOT NULL AND (lat IS NULL OR nearest IS NOT NULL);
    size := least(4 * size, 10000);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.rank_read(reeve.rank_rule, float8, float8, float8, text, int) IS
  'The rows of a rank with the highest scores above 0, decayed to now: within so many metres of a '
  'position or everywhere; the 1,000 highest weighted for a person, if one is given. Scores that '
  'are out of date are computed here, and not stored.';
