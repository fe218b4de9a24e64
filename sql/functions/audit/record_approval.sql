CREATE OR REPLACE FUNCTION reeve.record_approval(p reeve.approval) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_strip_nulls(jsonb_build_object(
  'verb', p.verb, 'collection', p.collection_id, 'key', p.key, 'selection', p.selection_id,
  'case', p.case_id,
  'terms', encode(sha256(convert_to((p.args - '{why,public,name}'::text[])::text, 'UTF8')), 'hex'),
  'words', encode(reeve.approval_digest(p), 'hex'),
  'ceiling', encode(sha256(uuid_send(p.salt) || convert_to(p.ceiling::text, 'UTF8')), 'hex'),
  'rules', encode(sha256(convert_to(array_to_json(p.rules)::text, 'UTF8')), 'hex'),
  'by', p.proposed_by, 'role', p.role_oid, 'persons', array_to_json(p.proposers),
  'at', reeve.moment_json(p.proposed_at),
  'lapses_at', reeve.moment_json(p.lapses_at), 'state', p.state, 'decided_by', p.decided_by,
  'decided_at', reeve.moment_json(p.decided_at), 'action', p.action_id, 'batch', p.batch_id,
  'alone', nullif(p.is_single_handed, FALSE)));

COMMENT ON FUNCTION reeve.record_approval(reeve.approval) IS
  'A proposal and its decision as the record seals them.';
