CREATE OR REPLACE FUNCTION reeve.identifier_write(
  job_id bigint, lease int, key_id text, collection_ids int[], keys text[], kinds text[],
  hmacs text[], verified boolean[] DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  at timestamptz := clock_timestamp();
  fresh record;
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
  FOR fresh IN
    WITH written AS (
      INSERT INTO reeve.identifier AS i(
        collection_id, key, kind, hmac, is_verified, first_at, last_at)
      SELECT u.collection_id, u.key, u.kind, decode(u.hmac, 'hex'),
        coalesce(bool_or(u.is_verified), FALSE), at, at
      FROM unnest(collection_ids, keys, kinds, hmacs, verified)
        u(collection_id, key, kind, hmac, is_verified)
      JOIN reeve.collection c ON c.collection_id = u.collection_id AND c.identifiers ? u.kind
      WHERE u.hmac <> ''
      GROUP BY 1, 2, 3, 4
      ORDER BY 1, 2, 3, 4
      ON CONFLICT ON CONSTRAINT identifier_pkey DO UPDATE SET last_at = at, is_current = TRUE,
        is_verified = EXCLUDED.is_verified
      RETURNING i.collection_id, i.key, i.first_at = at AS is_new)
    SELECT w.collection_id, array_agg(DISTINCT w.key) AS keys
    FROM written w WHERE w.is_new GROUP BY 1
  LOOP
    -- Whoever was barred before these were known.
    PERFORM reeve.identifier_look_again(fresh.collection_id, ARRAY(
      SELECT b.key FROM reeve.identifier_bars(fresh.collection_id, fresh.keys) b));
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.identifier_write(
  bigint, int, text, int[], text[], text[], text[], boolean[]) IS
  'Writes the identifiers that a worker computed for rows that it read: all identifiers of each in '
  'hexadecimal, none as an empty text, and which are verified (NULL: none, as a worker of an '
  'earlier release has it); identifiers that a row no longer has are kept as former ones. A '
  'collection that could not be read keeps its identifiers as they are. Has flags look again at '
  'accounts that share a new identifier with somebody who is barred.';

GRANT EXECUTE ON FUNCTION reeve.identifier_write(
  bigint, int, text, int[], text[], text[], text[], boolean[]) TO reeve_worker;
