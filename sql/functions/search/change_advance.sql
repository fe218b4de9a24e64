CREATE OR REPLACE FUNCTION reeve.change_advance(
  reader text, xid xid8, change_id bigint, seen pg_snapshot DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  purged reeve.change_purge;
  slowest reeve.change_reader;
BEGIN
  UPDATE reeve.change_reader r SET xid = change_advance.xid, change_id = change_advance.change_id,
    seen = change_advance.seen
  WHERE r.name = reader;
  -- One session purges; another that finds it busy leaves the rest to the next.
  SELECT * INTO purged FROM reeve.change_purge FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT * INTO slowest FROM reeve.change_reader r ORDER BY r.xid, r.change_id LIMIT 1;
  -- From where the last purge ended, so as not to walk its dead entries again.
  DELETE FROM reeve.change c
  WHERE (c.xid, c.change_id) > (purged.xid, purged.change_id)
    AND (c.xid, c.change_id) <= (slowest.xid, slowest.change_id);
  UPDATE reeve.change_purge p SET xid = slowest.xid, change_id = slowest.change_id
  WHERE (p.xid, p.change_id) < (slowest.xid, slowest.change_id);
END
$$;

COMMENT ON FUNCTION reeve.change_advance(text, xid8, bigint, pg_snapshot) IS
  'Moves a reader of the change log, whose row the caller has locked, and notes which later '
  'entries it has taken already; purges entries that all readers have read.';
