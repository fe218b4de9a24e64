CREATE OR REPLACE FUNCTION reeve.search_collect(max int) RETURNS int
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH batch AS MATERIALIZED (SELECT b.* FROM reeve.change_read('search', max) b),
  put AS (
    INSERT INTO reeve.search_waiting(collection_id, keys, join_id)
    SELECT l.collection_id, b.keys, l.join_id
    FROM (
      SELECT p.collection_id, NULL::int AS join_id, p.collection_id AS logged
      FROM reeve.search_pointer p
      UNION ALL
      SELECT j.collection_id, j.join_id, -j.join_id
      FROM reeve.search_join j JOIN reeve.search_pointer p USING (collection_id)
      WHERE j.is_live) l
    JOIN batch b ON b.collection_id = l.logged
    ORDER BY l.collection_id, l.join_id)
  SELECT coalesce(sum(cardinality(b.keys)), 0)::int FROM batch b
$$;

COMMENT ON FUNCTION reeve.search_collect(int) IS
  'Moves about max changes from the log to the queue of each live index, and runs no code of an '
  'app; returns how many. Waits for any other session that does.';
