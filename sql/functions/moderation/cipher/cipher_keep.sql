CREATE OR REPLACE FUNCTION reeve.cipher_keep(
  job_id bigint, lease int, captures bigint[], fields text[], news text[])
RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  kept int;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  INSERT INTO reeve.evidence_text(bytes_id, field, value)
  SELECT b.bytes_id, n.field, n.value
  FROM (
    -- Locked against an erasure, which deletes what is here.
    SELECT e.bytes_id, e.collection_id FROM reeve.evidence_bytes e
    WHERE e.bytes_id = ANY (captures) AND e.erased_at IS NULL
    ORDER BY e.bytes_id FOR SHARE) b
  JOIN reeve.collection c USING (collection_id)
  JOIN unnest(captures, fields, news) n(bytes_id, field, value) USING (bytes_id)
  WHERE c.app = reeve.job_app(cipher_keep.job_id) AND n.field = ANY (reeve.cipher_columns(c))
    AND reeve.cipher_key(n.value) IS NOT NULL
  ON CONFLICT ON CONSTRAINT evidence_text_pkey DO UPDATE SET value = excluded.value;
  GET DIAGNOSTICS kept = ROW_COUNT;
  RETURN kept;
END
$$;

COMMENT ON FUNCTION reeve.cipher_keep(bigint, int, bigint[], text[], text[]) IS
  'Stores texts of evidence that were encrypted again beside their captures, whose digests stay '
  'the same.';

GRANT EXECUTE ON FUNCTION reeve.cipher_keep(bigint, int, bigint[], text[], text[])
  TO reeve_worker;
