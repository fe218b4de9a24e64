CREATE OR REPLACE FUNCTION reeve.command_manifest(
  outcome text, code text, action_id bigint, detail jsonb,
  batch_id bigint DEFAULT NULL)
RETURNS bytea
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  -- Of a part of a batch all its actions, of any other command the one, or none.
  ids bigint[] := CASE WHEN action_id IS NOT NULL THEN ARRAY[action_id] ELSE ARRAY(
    SELECT a.action_id FROM reeve.action a
    WHERE a.batch_id = command_manifest.batch_id
      AND a.action_id BETWEEN (command_manifest.detail #>> '{actions,0}')::bigint
        AND (command_manifest.detail #>> '{actions,1}')::bigint) END;
BEGIN
  RETURN (
    SELECT sha256('\x02'::bytea
      || reeve.bytes_prefix(convert_to(command_manifest.outcome, 'UTF8'))
      || reeve.bytes_prefix(convert_to(command_manifest.code, 'UTF8'))
      || reeve.bytes_prefix(convert_to(command_manifest.detail::text, 'UTF8'))
      || coalesce((
        SELECT string_agg(int8send(a.action_id) || int4send(a.collection_id)
          || reeve.bytes_prefix(timestamptz_send(a.until))
          || reeve.bytes_prefix(int8send(a.reverses))
          || reeve.bytes_prefix(int8send(a.approval_id))
          || boolsend(a.is_protecting)
          || interval_send(a.grace)
          || timestamptz_send(a.performed_at)
          || reeve.action_digest(a)
          || coalesce(reeve.evidence_whole(a.evidence_id), ''::bytea)
          || (
            SELECT string_agg(reeve.bytes_prefix(convert_to(f.field, 'UTF8')), ''::bytea
              ORDER BY f.place)
            FROM unnest(ARRAY[a.verb, a.key, a.actor, a.principal, a.policy, a.severity])
              WITH ORDINALITY f(field, place)), ''::bytea ORDER BY a.action_id)
        FROM reeve.action a WHERE a.action_id = ANY (ids)), ''::bytea)
      || coalesce((
        SELECT string_agg(
          int4send(e.collection_id) || reeve.bytes_prefix(convert_to(e.key, 'UTF8'))
          || int4send(e.rule_id) || boolsend(e.is_reversible) || reeve.effect_digest(e),
          ''::bytea ORDER BY e.action_id, e.collection_id, e.key COLLATE "C")
        FROM reeve.effect e WHERE e.action_id = ANY (ids)), ''::bytea)));
END
$$;

COMMENT ON FUNCTION reeve.command_manifest(text, text, bigint, jsonb, bigint) IS
  'sha256 of what a command did: how it ended, its action, or those of its part of a batch '
  '(detail: actions, first and last), with the digests of their reasons and evidence, and the '
  'effects by collection and key. Fields are length-prefixed.';
