CREATE OR REPLACE FUNCTION reeve.search_found(
  generations int[], words text[], every text[], musts tsquery[], conditions text[], pins jsonb,
  field text, is_descending boolean, max int, is_public boolean, pending text[])
RETURNS SETOF reeve.search_hit
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  is_walk constant boolean := field IS NOT NULL OR words = '{}';
  whole text[];
BEGIN
  IF NOT is_walk AND pins = '[]' AND cardinality(generations) = 1 THEN
    RETURN QUERY
      SELECT generations[1], t.key, t.rank, t.lexemes, t.beginning, t.corrected
      FROM reeve.search_top(generations[1], words, conditions[1], search_found.max, is_public,
        musts[1], pending) t;
    RETURN;
  END IF;
  whole := ARRAY(
    SELECT reeve.search_whole(a.must, a.condition, is_public)
    FROM unnest(musts, conditions) WITH ORDINALITY a(must, condition, nth) ORDER BY a.nth);
  IF is_walk THEN
    RETURN QUERY
      SELECT w.generation_id, w.key, 0::real, w.lexemes, w.beginning, w.corrected
      FROM reeve.search_walk(generations, every, whole, field, is_descending, search_found.max,
        is_public, pending) w;
    RETURN;
  END IF;
  RETURN QUERY
    WITH pinned AS MATERIALIZED (
      SELECT (n.pin ->> 0)::int AS generation_id, n.pin ->> 1 AS key, n.place
      FROM jsonb_array_elements(pins) WITH ORDINALITY n(pin, place)
      WHERE reeve.search_has((n.pin ->> 0)::int, n.pin ->> 1, whole[
        array_position(generations, (n.pin ->> 0)::int)])
    )
    SELECT b.generation_id, b.key, b.rank, b.lexemes, b.beginning, b.corrected
    FROM (
      SELECT a.generation_id, t.key, t.rank, t.lexemes, t.beginning, t.corrected,
        NULL::bigint AS pin, t.popularity
      FROM unnest(generations, musts, conditions) a(generation_id, must, condition)
      CROSS JOIN LATERAL reeve.search_top(a.generation_id, words, a.condition, search_found.max,
        is_public, a.must, pending) t
      WHERE NOT EXISTS (
        SELECT FROM pinned n WHERE n.generation_id = a.generation_id AND n.key = t.key)
      UNION ALL
      SELECT n.generation_id, n.key, 1, '{}', NULL, NULL, n.place, 0 FROM pinned n) b
    ORDER BY b.pin, b.rank DESC, b.popularity DESC, b.generation_id, b.key LIMIT search_found.max;
END
$$;

COMMENT ON FUNCTION reeve.search_found(
  int[], text[], text[], tsquery[], text[], jsonb, text, boolean, int, boolean, text[]) IS
  'Documents that words and conditions find, pins first, then by rank or, in a walk, in the order '
  'of a filter. NULL: beginning, corrected.';
