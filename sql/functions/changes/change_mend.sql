CREATE OR REPLACE FUNCTION reeve.change_mend() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  horizon xid8 := pg_snapshot_xmax(pg_current_snapshot());
BEGIN
  -- Transactions of another server have other numbers: here they have all ended.
  UPDATE reeve.change c SET xid = '3' WHERE c.xid >= horizon;
  UPDATE reeve.change_reader r SET xid = '0', change_id = 0, seen = NULL
  WHERE r.xid >= horizon OR pg_snapshot_xmax(r.seen) > horizon;
  UPDATE reeve.change_purge p SET xid = '0', change_id = 0 WHERE p.xid >= horizon;
  UPDATE reeve.feed f SET xid = '0', change_id = 0 WHERE f.xid >= horizon;
END
$$;

COMMENT ON FUNCTION reeve.change_mend() IS
  'After a restore: has the change log read from its beginning if its positions belong to another '
  'server.';
