-- Whatever reads the log for a reader reads it here, and says at its head why if it does not. Only
-- functions of this folder compare positions and know from where on entries may still come before
-- others.
CREATE OR REPLACE FUNCTION reeve.change_unread(
  place reeve.change_reader, most int DEFAULT NULL, number int DEFAULT NULL,
  is_settled boolean DEFAULT FALSE)
RETURNS SETOF reeve.change
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = pg_catalog, reeve, pg_temp
-- By the index, whatever statistics say: another app's entries may be millions.
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  numbers int[] := CASE WHEN number IS NULL THEN reeve.change_numbers(place.app)
    ELSE ARRAY[number] END;
  -- Of the statement that calls.
  horizon xid8 := CASE WHEN is_settled THEN pg_snapshot_xmin(pg_current_snapshot())
    ELSE '18446744073709551615' END;
BEGIN
  -- Entries that the snapshot did not see belong to transactions that were running then, or to
  -- later ones; no more of each part is read than may be asked for.
  RETURN QUERY
    SELECT c.*
    FROM unnest(numbers) n(number)
    CROSS JOIN LATERAL (
      (SELECT e.* FROM reeve.change e
      WHERE e.collection_id = n.number AND (e.xid, e.change_id) > (place.xid, place.change_id)
        AND e.xid >= coalesce(pg_snapshot_xmax(place.seen), '0') AND e.xid < horizon
      ORDER BY e.xid, e.change_id LIMIT most)
      UNION ALL
      SELECT o.*
      FROM pg_snapshot_xip(place.seen) r(xid)
      CROSS JOIN LATERAL (
        SELECT e.* FROM reeve.change e
        WHERE e.collection_id = n.number AND e.xid = r.xid AND e.xid < horizon
          AND (e.xid, e.change_id) > (place.xid, place.change_id)
        ORDER BY e.change_id LIMIT most) o) c
    ORDER BY c.xid, c.change_id LIMIT most;
END
$$;

COMMENT ON FUNCTION reeve.change_unread(reeve.change_reader, int, int, boolean) IS
  'The changes that a reader of the log has not taken, in their order, or the first of them: those '
  'of its app, or under one number; reads nothing else. is_settled: only of transactions older '
  'than every running one, so that none can come before them.';
