CREATE OR REPLACE FUNCTION reeve.record_member(login text) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object(
  'rank', (
    SELECT jsonb_build_array(m.rank, m.added_by, reeve.moment_json(m.added_at), m.role_oid)
    FROM reeve.member m WHERE m.role_name = login),
  'system', (SELECT m.system_id::text FROM reeve.member m WHERE m.role_name = login),
  'is', (
    SELECT jsonb_agg(jsonb_build_array(s.collection_id, s.key, s.added_by,
      reeve.moment_json(s.added_at)) ORDER BY s.collection_id, s.key COLLATE "C")
    FROM reeve.member_subject s WHERE s.role_name = login));

COMMENT ON FUNCTION reeve.record_member(text) IS
  'A login''s rank, its role and who it is in the apps, as the record seals them; both null where '
  'it is not in the team.';
