CREATE OR REPLACE FUNCTION reeve.change_leave(reader text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  DELETE FROM reeve.change_reader r WHERE r.name = reader;
  DELETE FROM reeve.change c
  USING (SELECT r.xid, r.change_id FROM reeve.change_reader r ORDER BY r.xid, r.change_id LIMIT 1) s
  WHERE (c.xid, c.change_id) <= (s.xid, s.change_id);
END
$$;

COMMENT ON FUNCTION reeve.change_leave(text) IS
  'Removes a reader of the change log; purges what only it had still to read.';
