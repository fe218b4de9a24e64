CREATE OR REPLACE FUNCTION reeve.notice_unsealed()
RETURNS TABLE(outbox_id bigint, version int, digest bytea)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT o.outbox_id, o.version, reeve.notice_digest(o)
    FROM reeve.outbox o
    WHERE o.xid = pg_current_xact_id() AND NOT EXISTS (
      SELECT FROM reeve.outbox_seal s
      WHERE s.outbox_id = o.outbox_id AND s.version = o.version)
    ORDER BY o.outbox_id;
END
$$;

COMMENT ON FUNCTION reeve.notice_unsealed() IS
  'Notices that this transaction has queued or changed and that no command of it has sealed yet, '
  'with their digests.';
