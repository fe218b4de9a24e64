CREATE OR REPLACE FUNCTION reeve.approval_digest(p reeve.approval) RETURNS bytea
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN CASE
    WHEN p.digest IS NOT NULL AND num_nonnulls(p.salt, p.reason) = 0
      AND NOT p.args ?| '{why,public,name}'::text[] THEN p.digest
    ELSE sha256(
      coalesce(uuid_send(p.salt), ''::bytea)
      || reeve.bytes_prefix(convert_to(p.args ->> 'why', 'UTF8'))
      || reeve.bytes_prefix(convert_to(p.args ->> 'public', 'UTF8'))
      || reeve.bytes_prefix(convert_to(p.args ->> 'name', 'UTF8'))
      || reeve.bytes_prefix(convert_to(p.reason, 'UTF8')))
    END;
END
$$;

COMMENT ON FUNCTION reeve.approval_digest(reeve.approval) IS
  'sha256 of the words of a proposal and of its decision, salted; after an erasure the digest '
  'that was kept.';
