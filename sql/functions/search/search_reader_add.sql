CREATE OR REPLACE FUNCTION reeve.search_reader_add(generation_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- The lock keeps entries that the new reader needs from being purged; entries that it does not
  -- see belong to transactions that end before anything is loaded.
  PERFORM FROM reeve.change_reader r WHERE r.name = 'search' FOR UPDATE;
  INSERT INTO reeve.change_reader(name, xid)
  VALUES ('search.' || generation_id, pg_snapshot_xmin(pg_current_snapshot()));
END
$$;

COMMENT ON FUNCTION reeve.search_reader_add(int) IS
  'Makes a generation that is being built a reader of the change log, from here on.';
