CREATE OR REPLACE FUNCTION reeve.audit_recheck(from_seq bigint)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('auditor');
  RETURN QUERY
    SELECT * FROM reeve.audit_faults(from_seq);
END
$$;

COMMENT ON FUNCTION reeve.audit_recheck(bigint) IS
  'reeve.audit_faults, for auditors and seniors.';

GRANT EXECUTE ON FUNCTION reeve.audit_recheck(bigint) TO reeve_viewer, reeve_auditor;
