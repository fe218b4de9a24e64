CREATE OR REPLACE FUNCTION reeve.command_manifest(
  outcome text, code text, action_id bigint, detail jsonb)
RETURNS bytea
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN (
    SELECT sha256('\x02'::bytea
      || reeve.bytes_prefix(convert_to(command_manifest.outcome, 'UTF8'))
      || reeve.bytes_prefix(convert_to(command_manifest.code, 'UTF8'))
      || reeve.bytes_prefix(convert_to(command_manifest.detail::text, 'UTF8'))
      || coalesce((
        SELECT int8send(a.action_id) || int4send(a.collection_id)
          || reeve.bytes_prefix(timestamptz_send(a.until))
          || reeve.bytes_prefix(int8send(a.reverses))
          || reeve.bytes_prefix(int8send(a.approval_id))
          || boolsend(a.is_protecting)
          || interval_send(a.grace)
          || timestamptz_send(a.performed_at)
          || reeve.action_digest(a)
          || coalesce((
            SELECT reeve.evidence_digest(array_agg(p.bytes_id ORDER BY p.place),
              array_agg(p.role ORDER BY p.place))
            FROM reeve.evidence_part p WHERE p.evidence_id = a.evidence_id), ''::bytea)
          || (
            SELECT string_agg(reeve.bytes_prefix(convert_to(f.field, 'UTF8')), ''::bytea
              ORDER BY f.place)
            FROM unnest(ARRAY[a.kind, a.key, a.actor, a.principal, a.policy, a.severity])
              WITH ORDINALITY f(field, place))
        FROM reeve.action a WHERE a.action_id = command_manifest.action_id), ''::bytea)
      || coalesce((
        SELECT string_agg(
          int4send(e.collection_id) || reeve.bytes_prefix(convert_to(e.key, 'UTF8'))
          || int4send(e.rule_id) || boolsend(e.is_reversible) || reeve.effect_digest(e),
          ''::bytea ORDER BY e.collection_id, e.key COLLATE "C")
        FROM reeve.effect e WHERE e.action_id = command_manifest.action_id), ''::bytea)));
END
$$;

COMMENT ON FUNCTION reeve.command_manifest(text, text, bigint, jsonb) IS
  'sha256 of what a command did: how it ended, its action with the digests of its reasons and '
  'its evidence, and the effects by collection and key. Fields are length-prefixed.';
