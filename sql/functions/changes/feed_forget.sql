CREATE OR REPLACE FUNCTION reeve.feed_forget(app text, numbers int[], slowest reeve.change_reader)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  place reeve.feed;
  bound record;
  last record;
BEGIN
  SELECT * INTO place FROM reeve.feed f WHERE f.app = feed_forget.app;
  -- The first one that is kept: in the order of the log, where times may go back.
  SELECT e.xid, e.change_id INTO bound
  FROM unnest(numbers) n(number)
  CROSS JOIN LATERAL (
    SELECT c.xid, c.change_id FROM reeve.change c
    WHERE c.collection_id = n.number AND (c.xid, c.change_id) > (place.xid, place.change_id)
      AND c.at >= statement_timestamp() - place.keep
    ORDER BY c.xid, c.change_id LIMIT 1) e
  ORDER BY e.xid, e.change_id LIMIT 1;
  WITH gone AS (
    DELETE FROM reeve.change c
    WHERE c.collection_id = ANY (numbers) AND (c.xid, c.change_id) > (place.xid, place.change_id)
      AND (c.xid, c.change_id) <= (slowest.xid, slowest.change_id)
      -- No older transaction may still commit what belongs before it.
      AND c.xid < horizon
      AND (bound.xid IS NULL OR (c.xid, c.change_id) < (bound.xid, bound.change_id))
    RETURNING c.xid, c.change_id)
  SELECT g.xid, g.change_id INTO last FROM gone g ORDER BY g.xid DESC, g.change_id DESC LIMIT 1;
  UPDATE reeve.feed f SET xid = last.xid, change_id = last.change_id
  WHERE f.app = feed_forget.app AND last.xid IS NOT NULL;
END
$$;

COMMENT ON FUNCTION reeve.feed_forget(text, int[], reeve.change_reader) IS
  'Purges changes under these numbers that all readers of the app have read and its feed need not '
  'keep any longer. The caller has locked the app''s purge.';
