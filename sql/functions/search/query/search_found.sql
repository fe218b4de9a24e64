CREATE OR REPLACE FUNCTION reeve.search_found(q reeve.search_query, max int)
RETURNS SETOF reeve.search_hit
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  pins jsonb := '[]';
  best text;
BEGIN
  IF q.generations = '{}' THEN
    RETURN;
  ELSIF q.field IS NOT NULL OR q.words = '{}' THEN
    RETURN QUERY
      SELECT w.generation_id, w.key, 0::real, FALSE FROM reeve.search_walk(q, search_found.max) w;
    RETURN;
  END IF;
  SELECT string_agg(format('SELECT %s AS generation_id, t.* FROM reeve_index.%I($1, %s, $2) t',
    g.id, 'search_top_' || g.id, g.nr), ' UNION ALL ')
  INTO best FROM unnest(q.generations) WITH ORDINALITY g(id, nr)
  WHERE (q.scorings[g.nr]).n IS NOT NULL;
  IF q.pins <> '[]' THEN
    SELECT coalesce(jsonb_agg(n.pin ORDER BY n.place), '[]') INTO pins
    FROM jsonb_array_elements(q.pins) WITH ORDINALITY n(pin, place)
    CROSS JOIN LATERAL array_position(q.generations, (n.pin ->> 0)::int) at
    WHERE reeve.search_has((n.pin ->> 0)::int, n.pin ->> 1, reeve.search_whole(
      q.musts[at], q.conditions[at], q.is_public));
    -- Still NULL where no collection has the words.
    best := 'SELECT t.* FROM (' || best || ') t
      WHERE NOT $3 @> jsonb_build_array(jsonb_build_array(t.generation_id, t.key))';
  END IF;
  RETURN QUERY
    SELECT (n ->> 0)::int, n ->> 1, 1::real, TRUE
    FROM jsonb_array_elements(pins) WITH ORDINALITY p(n, place) ORDER BY p.place
    LIMIT search_found.max;
  IF best IS NOT NULL THEN
    RETURN QUERY EXECUTE format('SELECT t.generation_id, t.key, t.rank, FALSE FROM (%s) t
      ORDER BY t.rank DESC, t.popularity DESC, t.generation_id, t.key LIMIT $2 - $4', best)
    USING q, search_found.max, pins, least(jsonb_array_length(pins), search_found.max);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_found(reeve.search_query, int) IS
  'Documents that a query finds, pins first, then by rank or, in a walk, in the order of a filter.';
