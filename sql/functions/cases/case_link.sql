CREATE OR REPLACE FUNCTION reeve.case_link(
  case_id bigint, action_id bigint, approval_id bigint DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  k reeve.case;
  act reeve.action := (SELECT a FROM reeve.action a WHERE a.action_id = case_link.action_id);
BEGIN
  IF case_id IS NULL OR num_nonnulls(action_id, approval_id) = 0 THEN
    RETURN;
  END IF;
  IF approval_id IS NOT NULL THEN
    SELECT p.verb, p.collection_id, p.key, p.proposed_by
    INTO act.verb, act.collection_id, act.key, act.actor
    FROM reeve.approval p
    WHERE p.approval_id = case_link.approval_id AND p.state = 'proposed';
  END IF;
  PERFORM reeve.member_require('moderator');
  SELECT o.* INTO k FROM reeve.case o WHERE o.case_id = case_link.case_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no case C%', case_id
      USING ERRCODE = 'RV004', HINT = '`queue` lists them.';
  END IF;
  IF k.closed_at IS NULL AND k.claimed_by = session_user AND act.actor = session_user THEN
    IF NOT reeve.case_concerns(k, act) THEN
      RAISE EXCEPTION 'C% is about %, which this % does not concern', case_id, (
          SELECT c.name || ':' || k.key FROM reeve.collection c
          WHERE c.collection_id = k.collection_id), act.verb
        USING ERRCODE = 'RV001',
          HINT = format('Nothing was changed. `case C%s` shows the case.', case_id);
    END IF;
    IF approval_id IS NULL THEN
      INSERT INTO reeve.case_action(case_id, action_id)
      VALUES (case_link.case_id, case_link.action_id)
      ON CONFLICT DO NOTHING;
    ELSE
      UPDATE reeve.approval p SET case_id = k.case_id
      WHERE p.approval_id = case_link.approval_id;
    END IF;
    UPDATE reeve.case o SET claimed_until = clock_timestamp() + reeve.case_lease()
    WHERE o.case_id = k.case_id;
    RETURN;
  END IF;
  RAISE EXCEPTION 'C% is no longer yours%', case_id, CASE WHEN k.claimed_by IS NULL THEN ''
      ELSE format(': %s took it at %s', k.claimed_by, reeve.moment_text(k.claimed_at)) END
    USING ERRCODE = 'RV002', HINT = format('Nothing was changed; `case C%s` shows it.', case_id);
END
$$;

COMMENT ON FUNCTION reeve.case_link(bigint, bigint, bigint) IS
  'Notes that an action of the caller, or what the caller proposes (approval_id), is about a case '
  'that the caller has claimed. Called inside the action, so that the action fails (RV002) if '
  'somebody else has the case by now. Does nothing for NULL. RV001 if the case is about another '
  'subject, RV004 if there is none.';

GRANT EXECUTE ON FUNCTION reeve.case_link(bigint, bigint, bigint) TO reeve_viewer;
