CREATE OR REPLACE FUNCTION reeve.action_digest(a reeve.action) RETURNS bytea
LANGUAGE sql IMMUTABLE
RETURN coalesce(a.digest, sha256(
  coalesce(uuid_send(a.salt), ''::bytea)
  || reeve.bytes_prefix(convert_to(a.reason, 'UTF8'))
  || reeve.bytes_prefix(convert_to(a.public_reason, 'UTF8'))
  || reeve.bytes_prefix(convert_to(a.name, 'UTF8'))));

COMMENT ON FUNCTION reeve.action_digest(reeve.action) IS
  'sha256 of an action''s reasons and the name of its tag or limit, salted; after an '
  'erasure what was kept of it.';
