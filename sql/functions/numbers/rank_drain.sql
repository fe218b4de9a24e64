CREATE OR REPLACE FUNCTION reeve.rank_drain(max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  changes int;
BEGIN
  PERFORM FROM reeve.change_reader r WHERE r.name = 'rank' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  WITH batch AS MATERIALIZED (SELECT b.* FROM reeve.change_read('rank', rank_drain.max) b),
  put AS (
    INSERT INTO reeve.rank_stale(rank_id, key)
    SELECT r.rank_id, k.key
    FROM reeve.rank_rule r
    JOIN batch b ON b.collection_id = -r.rank_id
    CROSS JOIN LATERAL unnest(b.keys) k(key)
    WHERE r.is_live)
  SELECT coalesce(sum(cardinality(b.keys)), 0) INTO changes FROM batch b;
  RETURN changes;
END
$$;

COMMENT ON FUNCTION reeve.rank_drain(int) IS
  'Moves at most max changes of finished transactions from the change log to those that ranks '
  'have still to apply, without running any app''s code; 0 = none are left, or another session '
  'is moving them.';
