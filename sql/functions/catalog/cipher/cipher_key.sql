CREATE OR REPLACE FUNCTION reeve.cipher_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT substring(value FROM '^enc[01][.]([0-9a-f]{16})[.][A-Za-z0-9_-]{38,}$')
$$;

COMMENT ON FUNCTION reeve.cipher_key(text) IS
  'The id of the key with which a text is encrypted; NULL if it is not. A text that begins with '
  'enc0 is bound to no row: an import does not know its row''s key yet.';
