CREATE OR REPLACE FUNCTION reeve.record_old(m reeve.command) RETURNS text
LANGUAGE sql STABLE
RETURN encode(sha256(uuid_send(m.salt) || convert_to(jsonb_build_array(
  m.version, reeve.moment_json(m.at), m.actor, m.principal, m.kind, m.collection_id, m.key,
  m.outcome, m.code, m.action_id, m.batch_id, m.detail, encode(m.manifest, 'hex'), m.program,
  host(m.address), (SELECT j.subject FROM reeve.job_reason j WHERE j.command_id = m.command_id),
  (SELECT jsonb_build_array(s.app, s.name) FROM reeve.cron_reason s
    WHERE s.command_id = m.command_id))::text, 'UTF8')), 'hex');

COMMENT ON FUNCTION reeve.record_old(reeve.command) IS
  'Salted digest of a command that was recorded before commands had a content, as record.adopt '
  'seals it.';
