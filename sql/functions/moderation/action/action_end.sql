CREATE OR REPLACE FUNCTION reeve.action_end(due reeve.action, kind text, principal text)
RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  given reeve.given[];
  detail jsonb;
BEGIN
  BEGIN
    PERFORM reeve.subject_hold(due);
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    RETURN 0; -- Others do not wait for it, and the next step tries it again.
  END;
  PERFORM FROM reeve.action a
  WHERE a.action_id = due.action_id AND a.reversed_by IS NOT DISTINCT FROM due.reversed_by
  FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  BEGIN
    detail := reeve.action_reverse(ARRAY[due.action_id], kind, 'system:moderation.lift', principal,
      NULL);
    IF reeve.given_problem(due.action_id, detail -> 'effects', detail -> 'lost') ->> 'code' = 'app'
    THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    END IF;
    RETURN 1;
  EXCEPTION WHEN SQLSTATE 'RV900' THEN
    -- Nothing of it could be restored: it has not ended, and is tried again.
    given := ARRAY(
      SELECT (r.rule_id, l ->> 'key', ARRAY[due.action_id], NULL, NULL, NULL, FALSE, l ->> 'code',
        l ->> 'why')::reeve.given
      FROM jsonb_array_elements(detail -> 'lost') l
      JOIN reeve.effect e ON e.action_id = due.action_id AND e.key = l ->> 'key'
      JOIN reeve.collection c ON c.collection_id = e.collection_id AND c.name = l ->> 'collection'
      JOIN reeve.rule r ON r.rule_id = e.rule_id
      WHERE l ? 'code');
    PERFORM reeve.given_record(given, ARRAY[due.action_id], ARRAY[due.action_id]);
    RETURN 0;
  WHEN lock_not_available OR deadlock_detected THEN
    RETURN 0;
  END;
END
$$;

COMMENT ON FUNCTION reeve.action_end(reeve.action, text, text) IS
  'Ends an action whose time is over, or restores rows that its end or undo could not restore '
  'then; returns 1 if it did either. Rows that the app refuses are noted, to be tried again; '
  'so is a row that somebody has locked for longer than lock_timeout, without a note.';
