CREATE OR REPLACE FUNCTION reeve.identifier_write(
  job_id bigint, lease int, key_id text, collection_ids int[], keys text[], kinds text[],
  hmacs text[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  at timestamptz := clock_timestamp();
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) OR NOT EXISTS (
    SELECT FROM reeve.identifier_key k
    WHERE k.key_id = identifier_write.key_id AND k.replaced_at IS NULL)
  THEN
    RETURN;
  END IF;
  UPDATE reeve.identifier i SET is_current = FALSE
  FROM (SELECT DISTINCT u.collection_id, u.key FROM unnest(collection_ids, keys)
    u(collection_id, key)
    WHERE u.collection_id NOT IN (
      SELECT s.collection_id FROM reeve.identifier_scan s WHERE s.failed_at IS NOT NULL)) w
  WHERE i.collection_id = w.collection_id AND i.key = w.key AND i.is_current
    AND NOT EXISTS (
      SELECT FROM unnest(collection_ids, keys, kinds, hmacs) u(collection_id, key, kind, hmac)
      WHERE (u.collection_id, u.key, u.kind, u.hmac)
        = (i.collection_id, i.key, i.kind, encode(i.hmac, 'hex')));
  INSERT INTO reeve.identifier AS i(collection_id, key, kind, hmac, first_at, last_at)
  SELECT DISTINCT u.collection_id, u.key, u.kind, decode(u.hmac, 'hex'), at, at
  FROM unnest(collection_ids, keys, kinds, hmacs) u(collection_id, key, kind, hmac)
  JOIN reeve.collection c ON c.collection_id = u.collection_id AND c.identifiers ? u.kind
  WHERE u.hmac <> ''
  ORDER BY 1, 2, 3, 4
  ON CONFLICT ON CONSTRAINT identifier_pkey DO UPDATE SET last_at = at, is_current = TRUE;
END
$$;

COMMENT ON FUNCTION reeve.identifier_write(
  bigint, int, text, int[], text[], text[], text[]) IS
  'Writes the identifiers that a worker computed for rows that it read: all identifiers of each in '
  'hexadecimal, none as an empty text; identifiers that a row no longer has are kept as former '
  'ones. A collection that could not be read keeps its identifiers as they are.';

GRANT EXECUTE ON FUNCTION reeve.identifier_write(
  bigint, int, text, int[], text[], text[], text[]) TO reeve_worker;
