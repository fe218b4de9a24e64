CREATE OR REPLACE FUNCTION reeve.evidence_whole(evidence_id bigint) RETURNS bytea
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN (
    SELECT reeve.evidence_digest(array_agg(p.bytes_id ORDER BY p.place),
      array_agg(p.role ORDER BY p.place))
    FROM reeve.evidence_part p WHERE p.evidence_id = evidence_whole.evidence_id);
END
$$;

COMMENT ON FUNCTION reeve.evidence_whole(bigint) IS
  'Digest of a capture from what it holds now; NULL where there is none.';
