CREATE OR REPLACE FUNCTION reeve.action_digest(a reeve.action) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  -- A stored digest replaces erased words only, never words that still exist.
  WHEN a.digest IS NOT NULL AND num_nonnulls(a.salt, a.reason, a.public_reason) = 0 THEN a.digest
  ELSE sha256(
    coalesce(uuid_send(a.salt), ''::bytea)
    || reeve.bytes_prefix(convert_to(a.reason, 'UTF8'))
    || reeve.bytes_prefix(convert_to(a.public_reason, 'UTF8'))
    || reeve.bytes_prefix(convert_to(a.name, 'UTF8')))
  END;

COMMENT ON FUNCTION reeve.action_digest(reeve.action) IS
  'sha256 of an action''s reasons and the name of its tag or limit, salted; after an erasure the '
  'digest that was kept.';
