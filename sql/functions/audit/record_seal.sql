CREATE OR REPLACE FUNCTION reeve.record_seal(max_rows int DEFAULT 500) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  horizon CONSTANT xid8 := reeve.record_horizon();
BEGIN
  -- Without anything to seal it writes nothing, and takes no lock.
  IF NOT EXISTS (
    SELECT FROM reeve.chain_pending p WHERE p.xid < horizon
      OR p.xid >= pg_snapshot_xmax(pg_current_snapshot())
        AND p.xid IS DISTINCT FROM pg_current_xact_id_if_assigned())
  THEN
    RETURN 0;
  END IF;
  RETURN reeve.chain_link(horizon, least(max_rows, 500));
END
$$;

COMMENT ON FUNCTION reeve.record_seal(int) IS
  'Links recorded commands into the chain, in order, up to the oldest transaction that recorded '
  'a command and is still running: at most 500 per call. Returns how many; 0 if nothing is left, '
  'or another session is sealing. Never waits for another session.';

GRANT EXECUTE ON FUNCTION reeve.record_seal(int) TO reeve_viewer, reeve_auditor, reeve_worker;
