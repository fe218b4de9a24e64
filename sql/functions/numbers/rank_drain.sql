CREATE OR REPLACE FUNCTION reeve.rank_drain(max int, app text DEFAULT NULL) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place reeve.change_reader;
  changes int := 0;
BEGIN
  FOR place IN
    SELECT r.* FROM reeve.change_reader r
    WHERE r.name = 'rank' AND (rank_drain.app IS NULL OR r.app = rank_drain.app)
    ORDER BY r.app FOR UPDATE SKIP LOCKED
  LOOP
    WITH batch AS MATERIALIZED (SELECT b.* FROM reeve.change_read(place, rank_drain.max) b),
    put AS (
      INSERT INTO reeve.rank_stale(rank_id, key)
      SELECT r.rank_id, k.key
      FROM reeve.rank_rule r
      JOIN batch b ON b.collection_id = -r.rank_id
      CROSS JOIN LATERAL unnest(b.keys) k(key)
      WHERE r.is_live)
    SELECT changes + coalesce(sum(cardinality(b.keys)), 0) INTO changes FROM batch b;
  END LOOP;
  RETURN changes;
END
$$;

COMMENT ON FUNCTION reeve.rank_drain(int, text) IS
  'Moves about max changes of an app, or of each, from the change log to those that ranks have '
  'still to apply, without running any app''s code; 0 = none are left, or other sessions are '
  'moving them.';
