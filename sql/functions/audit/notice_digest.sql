CREATE OR REPLACE FUNCTION reeve.notice_digest(o reeve.outbox) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(uuid_send(o.salt) || convert_to((jsonb_build_array(
  o.outbox_id, o.version, o.action_id, o.case_id, o.collection_id, o.key, o.about, o.template,
  o.locale, o.zone, o.arguments, o.act, o.corrects, o.state, o.attempts, o.error, o.sent_with,
  reeve.moment_json(o.due_at), reeve.moment_json(o.sent_at), o.result,
  reeve.moment_json(o.result_at), o.sendings)
  -- Those that were never put off are sealed as before there were caps.
  || CASE WHEN o.held IS NULL THEN '[]' ELSE jsonb_build_array(o.held) END)::text, 'UTF8'));

COMMENT ON FUNCTION reeve.notice_digest(reeve.outbox) IS
  'sha256 of a version of a notice, salted: its recipient, subject, words, times and state.';
