-- Apart from reeve.change_unread, as it reads backwards from the end: of a long log the first
-- entries would be read for the sake of the last.
CREATE OR REPLACE FUNCTION reeve.change_latest(place reeve.change_reader, number int, most int)
RETURNS SETOF reeve.change
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  RETURN QUERY
    SELECT c.* FROM reeve.change c
    WHERE c.collection_id = number AND (c.xid, c.change_id) > (place.xid, place.change_id)
    ORDER BY c.xid DESC, c.change_id DESC LIMIT most;
END
$$;

COMMENT ON FUNCTION reeve.change_latest(reeve.change_reader, int, int) IS
  'The last changes under a number of the log after the position of a reader, the latest first; '
  'some of them it may have taken already.';
