CREATE OR REPLACE FUNCTION reeve.selection_drop(
  name text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  s reeve.selection := reeve.selection_of(name);
  code text;
  message text;
  detail jsonb;
BEGIN
  IF NOT reeve.member_acts('moderator') THEN
    code := 'rank';
    message := 'dropping a selection needs the rank moderator and a login of your own';
  ELSIF s.owner <> session_user THEN
    code := 'other';
    message := format('@%s is %s''s own', name, s.owner);
  ELSIF EXISTS (SELECT FROM reeve.batch b WHERE b.selection_id = s.selection_id)
    OR EXISTS (SELECT FROM reeve.approval a WHERE a.selection_id = s.selection_id) THEN
    UPDATE reeve.selection l SET name = NULL WHERE l.selection_id = s.selection_id;
  ELSE
    DELETE FROM reeve.selection l WHERE l.selection_id = s.selection_id;
  END IF;
  PERFORM reeve.command_record('unselect', session_user, NULL, s.collection_id, code => code);
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.selection_drop(text) IS
  'Drops a selection of the caller; the batches and proposals made with it keep its list. A '
  'refusal is returned and recorded, not raised, except RV004.';

GRANT EXECUTE ON FUNCTION reeve.selection_drop(text) TO reeve_viewer;
