-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.cipher_keys(c reeve.collection) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  keys text[];
BEGIN
  EXECUTE reeve.reader_call(c.app, 'keys text[]', '{}') INTO keys
  USING (
    SELECT format('SELECT array_agg(k.key_id::text ORDER BY k.key_id) FROM %I.%I k',
      a.manifest ->> 'schema', a.manifest #>> ARRAY['collections', c.name, 'encrypted', 'keys'])
    FROM reeve.app a WHERE a.app = c.app);
  RETURN coalesce(keys, '{}');
END
$$;

COMMENT ON FUNCTION reeve.cipher_keys(reeve.collection) IS
  'Ids of the keys with which an app encrypts texts; none while it stores them in the clear.';
