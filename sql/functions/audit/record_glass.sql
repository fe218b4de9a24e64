CREATE OR REPLACE FUNCTION reeve.record_glass(g reeve.glass) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_array(g.role_name, g.role_oid, g.rank, reeve.moment_json(g.begun_at),
  reeve.moment_json(g.ends_at), reeve.moment_json(g.ended_at), g.ended_by,
  reeve.moment_json(g.reviewed_at), g.reviewed_by, encode(sha256(convert_to(
    g.glass_id || E'\n' || g.reason || E'\n' || coalesce(g.review, ''), 'UTF8')), 'hex'));

COMMENT ON FUNCTION reeve.record_glass(reeve.glass) IS
  'A rank taken in an emergency, as the record seals it; its words as a digest.';
