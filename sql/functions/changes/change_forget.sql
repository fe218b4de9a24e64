CREATE OR REPLACE FUNCTION reeve.change_forget(app text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  kept int[];
  numbers int[];
  purged reeve.change_purge;
  slowest reeve.change_reader;
BEGIN
  -- One session purges; another that finds it busy leaves the rest to the next.
  SELECT * INTO purged FROM reeve.change_purge p WHERE p.app = change_forget.app
  FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- Under the lock, which whoever changes the feed has until that commits.
  kept := ARRAY(SELECT n.number FROM reeve.feed_numbers(change_forget.app) n);
  numbers := ARRAY(
    SELECT unnest(reeve.change_numbers(change_forget.app)) EXCEPT SELECT unnest(kept));
  SELECT * INTO slowest FROM reeve.change_reader r WHERE r.app = change_forget.app
  ORDER BY r.xid, r.change_id LIMIT 1;
  -- From where the last purge ended, so as not to walk its dead entries again.
  DELETE FROM reeve.change c
  WHERE c.collection_id = ANY (numbers) AND (c.xid, c.change_id) > (purged.xid, purged.change_id)
    AND (c.xid, c.change_id) <= (slowest.xid, slowest.change_id);
  UPDATE reeve.change_purge p SET xid = slowest.xid, change_id = slowest.change_id
  WHERE p.app = change_forget.app
    AND (p.xid, p.change_id) < (slowest.xid, slowest.change_id);
  PERFORM reeve.feed_forget(change_forget.app, kept, slowest) WHERE kept <> '{}';
END
$$;

COMMENT ON FUNCTION reeve.change_forget(text) IS
  'Purges changes of an app that all its readers have read, and that its feed does not keep.';
