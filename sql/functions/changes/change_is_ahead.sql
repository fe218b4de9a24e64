CREATE OR REPLACE FUNCTION reeve.change_is_ahead(place reeve.change_reader) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT place.xid > pg_snapshot_xmax(pg_current_snapshot())
$$;

COMMENT ON FUNCTION reeve.change_is_ahead(reeve.change_reader) IS
  'Whether a position is beyond the end of the change log: this database is older than that.';
