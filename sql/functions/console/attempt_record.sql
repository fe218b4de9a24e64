CREATE OR REPLACE FUNCTION reeve.attempt_record(
  verb text, number bigint DEFAULT NULL, app text DEFAULT NULL, collection text DEFAULT NULL,
  key text DEFAULT NULL, args jsonb DEFAULT '{}')
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  login text := session_user;
  a reeve.action;
  p reeve.approval;
  c reeve.collection;
  code text;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF verb = 'undo' THEN
    code := reeve.undo_plan(number) #>> '{refusal,code}';
    SELECT x.* INTO a FROM reeve.action x WHERE x.action_id = number;
    PERFORM reeve.command_record('undo', login, NULL, a.collection_id, a.key, code, a.action_id)
    WHERE code IS NOT NULL;
    RETURN code;
  END IF;
  IF verb = 'approve' THEN
    SELECT l.* INTO p FROM reeve.approval l WHERE l.approval_id = number;
    SELECT o.* INTO c FROM reeve.collection o WHERE o.collection_id = p.collection_id;
  ELSE
    c := reeve.collection_resolve(app, collection);
    p.verb := attempt_record.verb;
    p.key := reeve.subject_key(c, attempt_record.key);
    p.args := attempt_record.args;
  END IF;
  SELECT b.code INTO code
  FROM reeve.action_barred(login, c, reeve.action_declared(c, p.verb, p.args), p.verb, p.key) b;
  PERFORM reeve.command_record(verb, login, nullif(p.proposed_by, login), c.collection_id, p.key,
    code, detail => jsonb_strip_nulls(jsonb_build_object('approval', p.approval_id)))
  WHERE code IS NOT NULL;
  RETURN code;
END
$$;

COMMENT ON FUNCTION reeve.attempt_record(text, bigint, text, text, text, jsonb) IS
  'Records an operation that the caller''s plan refused: to undo an action or approve a proposal '
  '(by its number), or to perform a verb on a subject. Finds out why again, so that nobody records '
  'what is not so. Returns the code; nothing is recorded where the caller may do it by now. Needs '
  'viewer. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.attempt_record(text, bigint, text, text, text, jsonb)
  TO reeve_viewer;
