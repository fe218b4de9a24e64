CREATE OR REPLACE FUNCTION reeve.record_seal(max_rows int DEFAULT 500) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  -- The oldest transaction that has recorded a command and is still running or prepared; if there
  -- is none, the next one. Those that recorded nothing, and those of other databases, delay no
  -- link. Locks name a transaction by the lower 32 bits of its number; it is near the snapshot's.
  horizon CONSTANT xid8 := (
    SELECT least(pg_snapshot_xmax(pg_current_snapshot()), min((
      s.next + ((x.transactionid::text::bigint - s.next + 2147483648) & 4294967295)
      - 2147483648)::text::xid8))
    FROM (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint) s(next)
    LEFT JOIN (
      SELECT t.transactionid
      FROM pg_locks r
      JOIN pg_locks t USING (virtualtransaction)
      WHERE r.locktype = 'relation' AND r.relation = 'reeve.chain_pending'::regclass
        AND r.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
        AND r.mode = 'RowExclusiveLock' AND r.granted
        AND t.locktype = 'transactionid' AND t.granted AND t.mode = 'ExclusiveLock') x ON TRUE);
  front CONSTANT xid8 := reeve.chain_front();
BEGIN
  -- Without anything to seal it writes nothing, and takes no lock.
  IF NOT EXISTS (
    SELECT FROM reeve.chain_pending p WHERE p.xid >= front AND p.xid < horizon
      OR p.xid >= pg_snapshot_xmax(pg_current_snapshot())
        AND p.xid IS DISTINCT FROM pg_current_xact_id_if_assigned())
  THEN
    RETURN 0;
  END IF;
  RETURN reeve.chain_link(horizon, least(max_rows, 500), front);
END
$$;

COMMENT ON FUNCTION reeve.record_seal(int) IS
  'Links recorded commands into the chain, in order, up to the oldest transaction that recorded '
  'a command and is still running: at most 500 per call. Returns how many; 0 if nothing is left, '
  'or another session is sealing. Never waits for another session.';

GRANT EXECUTE ON FUNCTION reeve.record_seal(int) TO reeve_viewer, reeve_auditor, reeve_worker;
