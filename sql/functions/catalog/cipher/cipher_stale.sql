CREATE OR REPLACE FUNCTION reeve.cipher_stale(value text, key_id text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT value NOT IN ('', '…') AND (starts_with(value, 'enc0')
    OR reeve.cipher_key(value) IS DISTINCT FROM key_id)
$$;

COMMENT ON FUNCTION reeve.cipher_stale(text, text) IS
  'Whether a text must be encrypted again: it is in the clear, encrypted with another key, or '
  'bound to no row. Not what an erasure leaves: … or an empty text.';
