CREATE OR REPLACE FUNCTION reeve.record_erasure(erasure bigint) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
  SELECT jsonb_build_array(count(*), encode(sha256(coalesce(string_agg(
    int4send(f.collection_id) || reeve.bytes_prefix(convert_to(f.key, 'UTF8')), ''::bytea
    ORDER BY f.collection_id, f.key COLLATE "C"), ''::bytea)), 'hex'))
  FROM reeve.forgotten f WHERE f.erasure = record_erasure.erasure);

COMMENT ON FUNCTION reeve.record_erasure(bigint) IS
  'How many rows an erasure has erased, and the digest of which, as the record seals them.';
