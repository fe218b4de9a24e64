CREATE OR REPLACE FUNCTION reeve.notice_unsealed()
RETURNS TABLE(outbox_id bigint, version int, digest bytea)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that these tables are empty.
AS $$
BEGIN
  RETURN QUERY
    SELECT o.outbox_id, o.version, reeve.notice_digest(o)
    FROM reeve.outbox o
    -- Looked up one by one: NOT EXISTS may be a join with all seals ever.
    WHERE o.xid = pg_current_xact_id() AND (
      SELECT s.version FROM reeve.outbox_seal s
      WHERE s.outbox_id = o.outbox_id AND s.version = o.version) IS NULL
    ORDER BY o.outbox_id;
END
$$;

COMMENT ON FUNCTION reeve.notice_unsealed() IS
  'Notices that this transaction has queued or changed and that no command of it has sealed yet, '
  'with their digests.';
