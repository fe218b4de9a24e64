CREATE OR REPLACE FUNCTION reeve.member_recheck(logins text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- To lock a row that has changed since the snapshot is an error; one that is changing is skipped.
  PERFORM FROM reeve.member m WHERE m.role_name = ANY (logins) FOR KEY SHARE SKIP LOCKED;
  PERFORM FROM reeve.glass g
  WHERE g.role_name = ANY (logins) AND g.reviewed_at IS NULL FOR KEY SHARE SKIP LOCKED;
  RAISE EXCEPTION USING ERRCODE = 'RV900';
EXCEPTION WHEN SQLSTATE 'RV900' THEN
  NULL;  -- Releases the locks: nobody waits for them who takes the rank away.
END
$$;

COMMENT ON FUNCTION reeve.member_recheck(text[]) IS
  'Fails with 40001 if the rank of one of these logins has changed since the snapshot of a '
  'transaction that is repeatable read or serializable, and so reads the rank as it was.';
