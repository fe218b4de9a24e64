CREATE OR REPLACE FUNCTION reeve.command_record(
  kind text, actor text, principal text DEFAULT NULL, collection_id int DEFAULT NULL,
  key text DEFAULT NULL, code text DEFAULT NULL, action_id bigint DEFAULT NULL,
  batch_id bigint DEFAULT NULL, detail jsonb DEFAULT '{}')
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  made bigint;
BEGIN
  INSERT INTO reeve.command(
    actor, principal, kind, collection_id, key, outcome, code, action_id, batch_id, detail,
    manifest, program, address)
  SELECT
    command_record.actor, command_record.principal, command_record.kind,
    command_record.collection_id, command_record.key, o.outcome, command_record.code,
    command_record.action_id, command_record.batch_id, o.detail,
    reeve.command_manifest(o.outcome, command_record.code, command_record.action_id, o.detail,
      command_record.batch_id),
    left(current_setting('application_name'), 64), inet_client_addr()
  FROM (SELECT
    CASE WHEN command_record.code IS NULL THEN 'done' ELSE 'refused' END,
    command_record.detail || jsonb_strip_nulls(jsonb_build_object('as', reeve.member_rank()))
    ) o(outcome, detail)
  RETURNING command.command_id INTO made;
  RETURN made;
END
$$;

COMMENT ON FUNCTION reeve.command_record(
  text, text, text, int, text, text, bigint, bigint, jsonb) IS
  'Records one command with the digest of what it did; the chain seals it at commit. detail: ids '
  'and enums that belong to it, to which the rank of the login is added (as).';
