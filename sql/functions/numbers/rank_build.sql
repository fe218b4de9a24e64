CREATE OR REPLACE FUNCTION reeve.rank_build(rank_id int) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET work_mem = '128MB'
AS $$
DECLARE
  r reeve.rank_rule;
  made bigint;
BEGIN
  UPDATE reeve.rank_rule k SET landmark = clock_timestamp(), built_at = clock_timestamp()
  WHERE k.rank_id = rank_build.rank_id RETURNING * INTO r;
  DELETE FROM reeve.rank_score s WHERE s.rank_id = r.rank_id;
  INSERT INTO reeve.rank_score(rank_id, key, score)
  SELECT r.rank_id, a.key, a.score FROM reeve.app_rank(r, NULL) a;
  GET DIAGNOSTICS made = ROW_COUNT;
  -- Until autovacuum runs, the planner would sort all scores to find the highest.
  ANALYZE reeve.rank_score;
  RETURN made;
END
$$;

COMMENT ON FUNCTION reeve.rank_build(int) IS
  'Recomputes all scores of a rank, at a new landmark; returns how many. The caller has locked '
  'the rank and noted the last change it had seen.';
