CREATE OR REPLACE FUNCTION reeve.evidence_whole(evidence_id bigint) RETURNS bytea
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT d.digest FROM reeve.evidence_digests(ARRAY[evidence_whole.evidence_id]) d);
END
$$;

COMMENT ON FUNCTION reeve.evidence_whole(bigint) IS
  'Digest of a capture from its current content; NULL if there is none.';
