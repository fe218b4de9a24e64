CREATE OR REPLACE FUNCTION reeve.search_best(
  generations int[], words text[], conditions text[], max int, is_public boolean)
RETURNS TABLE(
  generation_id int, key text, popularity real, rank real, lexemes text[],
  beginning text, corrected text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT a.generation_id, t.key, t.popularity, t.rank, t.lexemes, t.beginning, t.corrected
    FROM unnest(generations, conditions) a(generation_id, condition)
    CROSS JOIN LATERAL reeve.search_top(a.generation_id, words, a.condition, search_best.max,
      is_public) t
    ORDER BY t.rank DESC, t.popularity DESC, a.generation_id, t.key LIMIT search_best.max;
END
$$;

COMMENT ON FUNCTION reeve.search_best(int[], text[], text[], int, boolean) IS
  'Best documents of some generations for words (reeve.search_top), of those that meet the '
  'condition (over i, a document) of their generation. NULL: beginning, corrected.';
