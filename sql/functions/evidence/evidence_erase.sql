CREATE OR REPLACE FUNCTION reeve.evidence_erase(collection_id int, keys text[]) RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH erased AS (
    UPDATE reeve.evidence_bytes b
    SET hash = NULL, salt = NULL, content = NULL, erased_at = clock_timestamp()
    WHERE b.collection_id = evidence_erase.collection_id AND b.key = ANY (keys)
      AND b.erased_at IS NULL
    RETURNING TRUE)
  SELECT count(*) FROM erased
$$;

COMMENT ON FUNCTION reeve.evidence_erase(int, text[]) IS
  'Erases what evidence holds of these rows, in every capture; the salted digests stay. Returns '
  'how many versions of rows.';
