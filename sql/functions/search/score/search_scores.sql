CREATE OR REPLACE FUNCTION reeve.search_scores(
  ask tsquery, most int, finalists int, max int, "values" float8[], queries tsquery[], words int,
  more_values float8[], more_queries tsquery[], more_words int[], all_words int, pairs tsquery[],
  title tsquery, stops tsquery[], listed tsquery,
  heads tsquery)
RETURNS TABLE(key text, popularity real, score float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
SET max_parallel_workers_per_gather = 0 SET work_mem = '64MB'
AS $$
BEGIN
  RETURN QUERY SELECT ''::text, 0::real, 0::float8 WHERE FALSE;
END
$$;

COMMENT ON FUNCTION reeve.search_scores(
  tsquery, int, int, int, float8[], tsquery[], int, float8[], tsquery[], int[], int, tsquery[],
  tsquery, tsquery[], tsquery, tsquery) IS
  'Declares the result of reeve.search_score for these parameters: returns no rows itself; each '
  'generation has a function of its own (reeve.search_specialize).';
