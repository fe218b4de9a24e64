CREATE OR REPLACE FUNCTION reeve.change_enter(app text, reader text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- The lock keeps entries that the new reader needs from being purged; entries that it does not
  -- see belong to transactions that end before it reads any row.
  PERFORM FROM reeve.change_reader r WHERE r.name = 'search' AND r.app = change_enter.app
  FOR UPDATE;
  INSERT INTO reeve.change_reader(name, app, xid)
  VALUES (reader, change_enter.app, pg_snapshot_xmin(pg_current_snapshot()))
  ON CONFLICT ON CONSTRAINT change_reader_pkey DO NOTHING;
END
$$;

COMMENT ON FUNCTION reeve.change_enter(text, text) IS
  'Adds a reader of an app''s changes, which starts at the present end of the log; an existing one '
  'keeps its position.';
