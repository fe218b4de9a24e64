CREATE OR REPLACE FUNCTION reeve.case_next(
  app text, collection text, policy text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  present timestamptz;
  k reeve.case;
  among int[] := ARRAY(
    SELECT c.collection_id FROM reeve.collection c
    WHERE c.is_live AND c.app = coalesce(case_next.app, c.app)
      AND c.name = coalesce(case_next.collection, c.name));
  code text;
  message text;
  detail jsonb;
BEGIN
  IF reeve.member_acts('moderator') THEN
    PERFORM reeve.case_intake(2000);
    present := clock_timestamp();
    UPDATE reeve.case w
    SET claimed_by = session_user, claimed_at = present,
      claimed_until = present + reeve.case_lease()
    WHERE w.case_id = (
      SELECT n.case_id
      FROM (
        SELECT o.case_id, o.collection_id, o.key FROM reeve.case o
        WHERE o.closed_at IS NULL AND coalesce(o.claimed_until, '-infinity') <= present
          AND o.collection_id = ANY (among)
          AND (case_next.policy IS NULL OR o.policy = case_next.policy)
        -- OFFSET 0: whose they are is asked in their order, mostly of the first alone.
        ORDER BY o.due_at, o.case_id OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED) n
      WHERE NOT reeve.subject_own(n.collection_id, ARRAY[n.key], login) LIMIT 1)
    RETURNING w.* INTO k;
    IF FOUND THEN
      detail := jsonb_build_object('case_id', k.case_id,
        'lease', extract(epoch FROM reeve.case_lease())::int);
      message := 'C' || k.case_id;
      PERFORM reeve.case_record(k, 'claim');
    ELSE
      message := 'nothing waits';
    END IF;
    RETURN reeve.outcome_of(code, message, detail);
  END IF;
  code := 'rank';
  message := 'next needs the rank moderator and a login of your own';
  PERFORM reeve.command_record('case.claim', session_user, code => 'rank');
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.case_next(text, text, text) IS
  'Claims the most urgent open case that nobody works on and that is not about the caller: of an '
  'app, a collection, a policy; NULL = any. Never waits for a case that somebody else is claiming; '
  'case_id is NULL if none is left; lease: for how many seconds it is the caller''s.';

GRANT EXECUTE ON FUNCTION reeve.case_next(text, text, text) TO reeve_viewer;
