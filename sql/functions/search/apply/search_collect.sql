CREATE OR REPLACE FUNCTION reeve.search_collect(max int, app text DEFAULT NULL) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place reeve.change_reader;
  moved int := 0;
BEGIN
  FOR place IN
    SELECT r.* FROM reeve.change_reader r
    WHERE r.name = 'search' AND (search_collect.app IS NULL OR r.app = search_collect.app)
      AND (r.seen IS NOT NULL OR EXISTS (SELECT FROM reeve.change_unread(r, 1)))
    ORDER BY r.app FOR UPDATE SKIP LOCKED
  LOOP
    WITH batch AS MATERIALIZED (SELECT b.* FROM reeve.change_read(place, max) b),
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
    SELECT moved + coalesce(sum(cardinality(b.keys)), 0) INTO moved FROM batch b;
  END LOOP;
  RETURN moved;
END
$$;

COMMENT ON FUNCTION reeve.search_collect(int, text) IS
  'Moves about max changes of an app, or of each, from the log to the queue of its live indexes, '
  'and runs no code of an app; returns how many. Leaves out an app for which another session does '
  'the same.';
