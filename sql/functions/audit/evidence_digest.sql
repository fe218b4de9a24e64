CREATE OR REPLACE FUNCTION reeve.evidence_digest(parts bigint[], roles text[]) RETURNS bytea
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN (
    SELECT sha256(string_agg(reeve.bytes_prefix(convert_to(p.role, 'UTF8'))
      || int4send(b.collection_id) || reeve.bytes_prefix(convert_to(b.key, 'UTF8'))
      || reeve.bytes_prefix(coalesce(sha256(b.salt || convert_to(b.content, 'UTF8')), b.digest)),
      ''::bytea ORDER BY p.place))
    FROM unnest(parts, roles) WITH ORDINALITY p(bytes_id, role, place)
    JOIN reeve.evidence_bytes b USING (bytes_id));
END
$$;

COMMENT ON FUNCTION reeve.evidence_digest(bigint[], text[]) IS
  'Digest of a capture from the current content and roles of its parts, in order; erased parts '
  'count by their stored digest.';
