CREATE OR REPLACE FUNCTION reeve.rank_apply(r reeve.rank_rule, keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  WITH fresh AS MATERIALIZED (SELECT a.key, a.score FROM reeve.app_rank(r, rank_apply.keys) a),
  gone AS (
    DELETE FROM reeve.rank_score s
    WHERE s.rank_id = r.rank_id AND s.key = ANY (rank_apply.keys)
      AND NOT EXISTS (SELECT FROM fresh f WHERE f.key = s.key))
  INSERT INTO reeve.rank_score AS s(rank_id, key, score)
  SELECT r.rank_id, f.key, f.score FROM fresh f ORDER BY f.key
  ON CONFLICT ON CONSTRAINT rank_score_pkey DO UPDATE SET score = EXCLUDED.score
  WHERE s.score <> EXCLUDED.score;
END
$$;

COMMENT ON FUNCTION reeve.rank_apply(reeve.rank_rule, text[]) IS
  'Updates the scores of these rows; rows without points have none.';
