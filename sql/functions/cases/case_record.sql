CREATE OR REPLACE FUNCTION reeve.case_record(
  k reeve.case, verb text, code text DEFAULT NULL, reason text DEFAULT NULL)
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  INSERT INTO reeve.case_reason(command_id, case_id, reason)
  VALUES (reeve.command_record('case.' || verb, session_user, NULL, k.collection_id, k.key,
    case_record.code), k.case_id, left(case_record.reason, 2000))
$$;

COMMENT ON FUNCTION reeve.case_record(reeve.case, text, text, text) IS
  'Records what somebody did, or was refused, about a case.';
