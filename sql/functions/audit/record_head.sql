-- STABLE, as convert_to is: only then is it put in place of its call, which is four times as fast.
CREATE OR REPLACE FUNCTION reeve.record_head(m reeve.command) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_build_object(
  'v', 3, 'at', reeve.moment_json(m.at), 'outcome', m.outcome, 'code', m.code,
  'action', m.action_id, 'detail', m.detail,
  'origin', encode(sha256(uuid_send(m.salt)
    || reeve.bytes_prefix(convert_to(m.program, 'UTF8'))
    || reeve.bytes_prefix(convert_to(host(m.address), 'UTF8'))), 'hex'));

COMMENT ON FUNCTION reeve.record_head(reeve.command) IS
  'The fields of a command that its content repeats; program and address as a salted digest '
  '(origin). The others are fields of its entry in the chain.';
