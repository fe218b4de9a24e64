CREATE OR REPLACE FUNCTION reeve.effect_digest(e reeve.effect) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN e.digest IS NOT NULL AND e.salt IS NULL AND e.before = '{}' AND e.after = '{}' THEN e.digest
  ELSE sha256(
    coalesce(uuid_send(e.salt), ''::bytea)
    || reeve.bytes_prefix(convert_to(e.before::text, 'UTF8'))
    || reeve.bytes_prefix(convert_to(e.after::text, 'UTF8')))
  END;

COMMENT ON FUNCTION reeve.effect_digest(reeve.effect) IS
  'sha256 of an effect''s changes, salted; after an erasure the digest that was kept.';
