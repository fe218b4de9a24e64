CREATE OR REPLACE FUNCTION reeve.request_close(
  collection_id int, key text, request text, actor text, principal text)
RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  k bigint;
  closed bigint[] := '{}';
BEGIN
  FOR k IN
    UPDATE reeve.case o
    SET closed_at = clock_timestamp(), closed_by = request_close.actor, outcome = 'upheld',
      claimed_by = NULL, claimed_at = NULL, claimed_until = NULL
    WHERE o.collection_id = request_close.collection_id AND o.key = request_close.key
      AND o.request = request_close.request AND o.closed_at IS NULL
    RETURNING o.case_id
  LOOP
    closed := closed || k;
    INSERT INTO reeve.case_reason(command_id, case_id, reason)
    VALUES (reeve.command_record('case.close', request_close.actor, request_close.principal,
      request_close.collection_id, request_close.key, detail => jsonb_build_object('case', k)), k,
      CASE request WHEN 'access' THEN 'what they own was exported' ELSE 'they were erased' END);
  END LOOP;
  RETURN closed;
END
$$;

COMMENT ON FUNCTION reeve.request_close(int, text, text, text, text) IS
  'Closes the open request of a person that was just answered, on record; returns its cases.';
