CREATE OR REPLACE FUNCTION reeve.record_digest(content jsonb) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256('\x03'::bytea || convert_to(content::text, 'UTF8'));

COMMENT ON FUNCTION reeve.record_digest(jsonb) IS
  'The manifest that a command''s content gives; an export carries the same text.';
