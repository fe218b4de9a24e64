CREATE OR REPLACE FUNCTION reeve.audit_fault_notices(least_command bigint)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  least_xid CONSTANT xid8 := (
    SELECT m.xid FROM reeve.command m WHERE m.command_id = least_command);
BEGIN
  -- The notices that each command sealed.
  RETURN QUERY
    SELECT h.seq, coalesce(m.command_id, s.command_id), m.action_id,
      'the notices of the command are not those that it sealed'
    FROM (
      SELECT c.command_id, c.action_id, c.content #>> '{items,N,digest}' AS digest
      FROM reeve.command c
      WHERE c.command_id >= least_command AND c.content -> 'items' ? 'N') m
    FULL JOIN (
      SELECT l.command_id, encode(sha256(string_agg(l.digest, ''::bytea ORDER BY l.outbox_id)),
        'hex') AS digest
      FROM reeve.outbox_seal l WHERE l.command_id >= least_command
      GROUP BY l.command_id) s USING (command_id)
    LEFT JOIN reeve.chain h ON h.command_id = coalesce(m.command_id, s.command_id)
    WHERE m.digest IS DISTINCT FROM s.digest;

  -- Each notice against the latest of its versions that was sealed.
  RETURN QUERY
    SELECT h.seq, s.command_id, o.action_id, format(CASE
      WHEN o.outbox_id IS NULL THEN 'notice %s is gone'
      WHEN s.outbox_id IS NULL THEN 'notice %s was queued without a command'
      ELSE 'notice %s differs from what was sealed' END, coalesce(o.outbox_id, s.outbox_id))
    FROM (
      SELECT DISTINCT ON (l.outbox_id) l.*
      FROM reeve.outbox_seal l
      WHERE l.outbox_id IN (
        SELECT n.outbox_id FROM reeve.outbox_seal n WHERE n.command_id >= least_command
        UNION ALL
        -- An earlier command of the same transaction has sealed some of these.
        SELECT n.outbox_id FROM reeve.outbox n WHERE n.xid >= least_xid)
      ORDER BY l.outbox_id, l.version DESC) s
    FULL JOIN (
      SELECT n.* FROM reeve.outbox n
      WHERE least_command = 0 OR n.xid >= least_xid OR n.outbox_id IN (
        SELECT l.outbox_id FROM reeve.outbox_seal l WHERE l.command_id >= least_command)) o
      USING (outbox_id)
    LEFT JOIN reeve.chain h ON h.command_id = s.command_id
    WHERE (s.version, s.digest) IS DISTINCT FROM (o.version, reeve.notice_digest(o));
END
$$;

COMMENT ON FUNCTION reeve.audit_fault_notices(bigint) IS
  'Part of reeve.audit_faults: compares notices, and the digests of their versions, with what '
  'commands sealed, from a given one on; finds those that no command made.';
