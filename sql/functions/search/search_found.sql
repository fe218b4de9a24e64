CREATE OR REPLACE FUNCTION reeve.search_found(
  generations int[], words text[], every text[], conditions text[], pins jsonb, field text,
  is_descending boolean, is_walk boolean, max int, is_public boolean)
RETURNS TABLE(
  generation_id int, key text, rank real, lexemes text[], beginning text, corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH pinned AS MATERIALIZED (
      SELECT (n.pin ->> 0)::int AS generation_id, n.pin ->> 1 AS key, n.place
      FROM jsonb_array_elements(pins) WITH ORDINALITY n(pin, place)
      WHERE NOT is_walk
        AND reeve.search_has((n.pin ->> 0)::int, n.pin ->> 1, conditions[
          array_position(generations, (n.pin ->> 0)::int)])
    )
    SELECT b.generation_id, b.key, b.rank, b.lexemes, b.beginning, b.corrected
    FROM (
      SELECT r.generation_id, r.key, r.rank, r.lexemes, r.beginning, r.corrected,
        NULL::bigint AS pin, r.place
      FROM reeve.search_best(generations, words, conditions, search_found.max, is_public)
        WITH ORDINALITY r(generation_id, key, popularity, rank, lexemes, beginning,
          corrected, place)
      WHERE NOT is_walk AND NOT EXISTS (
        SELECT FROM pinned n WHERE n.generation_id = r.generation_id AND n.key = r.key)
      UNION ALL
      SELECT n.generation_id, n.key, 1, '{}', NULL, NULL, n.place, 0 FROM pinned n
      UNION ALL
      SELECT w.generation_id, w.key, 0, w.lexemes, w.beginning, w.corrected, NULL, w.place
      FROM reeve.search_walk(generations, every, conditions, field, is_descending,
        search_found.max, is_public)
        WITH ORDINALITY w(generation_id, key, popularity, value, lexemes, beginning,
          corrected, place)
      WHERE is_walk) b
    ORDER BY b.pin, b.place;
END
$$;

COMMENT ON FUNCTION reeve.search_found(
  int[], text[], text[], text[], jsonb, text, boolean, boolean, int, boolean) IS
  'Documents that words and conditions find, pins first, then by rank or, in a walk, in the order '
  'of a filter. NULL: beginning, corrected.';
