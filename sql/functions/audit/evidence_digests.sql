CREATE OR REPLACE FUNCTION reeve.evidence_digests(evidence_ids bigint[])
RETURNS TABLE(evidence_id bigint, digest bytea, frame bytea)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT e.evidence_id, sha256(string_agg(reeve.bytes_prefix(convert_to(p.role, 'UTF8'))
      || int4send(b.collection_id) || reeve.bytes_prefix(convert_to(b.key, 'UTF8'))
      || reeve.bytes_prefix(coalesce(sha256(b.salt || convert_to(b.content, 'UTF8')), b.digest)),
      ''::bytea ORDER BY p.place)),
      sha256(timestamptz_send(e.captured_at) || int4send(e.collection_id)
        || reeve.bytes_prefix(convert_to(e.key, 'UTF8')) || e.digest
        || string_agg(int4send(p.place) || int8send(p.bytes_id) || b.digest
          || reeve.bytes_prefix(convert_to(array_to_json(b.personal)::text, 'UTF8')),
          ''::bytea ORDER BY p.place))
    FROM reeve.evidence_part p
    JOIN reeve.evidence_bytes b USING (bytes_id)
    JOIN reeve.evidence e USING (evidence_id)
    -- Said of both: the planner does not carry it from one to the other, and reads that one whole.
    WHERE e.evidence_id = ANY (evidence_ids) AND p.evidence_id = ANY (evidence_ids)
    GROUP BY e.evidence_id, e.captured_at, e.collection_id, e.key, e.digest;
END
$$;

COMMENT ON FUNCTION reeve.evidence_digests(bigint[]) IS
  'Digests of captures from the current content and roles of their parts, in order; erased parts '
  'count by their stored digest. frame: the time, the parts, and their personal fields. A capture '
  'that is gone, or without parts, has none.';
