CREATE OR REPLACE FUNCTION reeve.record_horizon() RETURNS xid8
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- Locks name a transaction by the lower 32 bits of its number; it is near the snapshot's.
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
      AND t.locktype = 'transactionid' AND t.granted AND t.mode = 'ExclusiveLock') x ON TRUE
$$;

COMMENT ON FUNCTION reeve.record_horizon() IS
  'The oldest transaction that has recorded a command and is still running or prepared; if there '
  'is none, the next one. Transactions that recorded nothing, and those of other databases, '
  'delay no link.';
