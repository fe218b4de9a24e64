-- Apart from reeve.change_unread, as it counts in the index alone, in a tenth of the time: progress
-- shows it each second, and a backlog may be long.
CREATE OR REPLACE FUNCTION reeve.change_backlog(place reeve.change_reader, number int, most int)
RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  RETURN (
    SELECT count(*)
    FROM (
      SELECT FROM reeve.change c
      WHERE c.collection_id = number AND (c.xid, c.change_id) > (place.xid, place.change_id)
        AND (place.seen IS NULL OR NOT pg_visible_in_snapshot(c.xid, place.seen))
      LIMIT most) l);
END
$$;

COMMENT ON FUNCTION reeve.change_backlog(reeve.change_reader, int, int) IS
  'How many changes under a number of the log a reader has not taken, at most so many.';
