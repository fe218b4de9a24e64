CREATE OR REPLACE FUNCTION reeve.change_advance(reader text, xid xid8, change_id bigint)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  slowest reeve.change_reader;
  now_slowest reeve.change_reader;
BEGIN
  SELECT * INTO slowest FROM reeve.change_reader r ORDER BY r.xid, r.change_id LIMIT 1;
  UPDATE reeve.change_reader r SET xid = change_advance.xid, change_id = change_advance.change_id
  WHERE r.name = reader;
  SELECT * INTO now_slowest FROM reeve.change_reader r ORDER BY r.xid, r.change_id LIMIT 1;
  -- From where the last purge ended: the dead entries before it are not walked again.
  DELETE FROM reeve.change c
  WHERE (c.xid, c.change_id) > (slowest.xid, slowest.change_id)
    AND (c.xid, c.change_id) <= (now_slowest.xid, now_slowest.change_id);
END
$$;

COMMENT ON FUNCTION reeve.change_advance(text, xid8, bigint) IS
  'Moves a reader of the change log, whose row the caller has locked; purges what all have read.';
