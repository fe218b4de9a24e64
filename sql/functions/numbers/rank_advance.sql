CREATE OR REPLACE FUNCTION reeve.rank_advance(rank_id int, max int) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  r reeve.rank_rule;
  batch record;
BEGIN
  SELECT k.* INTO r FROM reeve.rank_rule k
  WHERE k.rank_id = rank_advance.rank_id AND k.is_live FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  SELECT count(*) AS amount, max(s.stale_id) AS last_id, array_agg(DISTINCT s.key) AS keys
  INTO batch
  FROM (
    SELECT o.stale_id, o.key FROM reeve.rank_stale o WHERE o.rank_id = r.rank_id
    ORDER BY o.stale_id LIMIT rank_advance.max) s;
  -- The rows are read after this: changes from here on are logged after last_id.
  IF r.built_at IS NULL OR array_position(batch.keys, NULL) IS NOT NULL
    -- Exponents stay within what a double holds.
    OR extract(epoch FROM clock_timestamp() - r.landmark) > 300 * extract(epoch FROM r.half_life)
  THEN
    batch.amount := batch.amount + 1 + reeve.rank_build(r.rank_id);
  ELSIF batch.amount > 0 THEN
    PERFORM reeve.rank_apply(r, batch.keys);
  END IF;
  DELETE FROM reeve.rank_stale o WHERE o.rank_id = r.rank_id AND o.stale_id <= batch.last_id;
  RETURN batch.amount;
END
$$;

COMMENT ON FUNCTION reeve.rank_advance(int, int) IS
  'Builds a rank that is new or was truncated, or recomputes at most max scores whose points '
  'have changed; 0 = nothing is left to do, or another session is doing it.';
