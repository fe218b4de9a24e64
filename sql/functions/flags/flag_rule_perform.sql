CREATE OR REPLACE FUNCTION reeve.flag_rule_perform(verb text, app text, name text, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  f reeve.flag;
  s reeve.flag_state;
  code text;
  message text;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF coalesce(verb NOT IN ('on', 'off'), TRUE) THEN
    RAISE EXCEPTION 'a rule can be switched on or off' USING ERRCODE = 'RV001';
  END IF;
  f := reeve.flag_find(app, name, TRUE);
  SELECT r.* INTO code, message FROM reeve.verb_refusal('rule ' || verb, why) r;
  IF code IS NULL THEN
    BEGIN
      SELECT x.* INTO s FROM reeve.flag_state x WHERE x.flag_id = f.flag_id FOR NO KEY UPDATE;
      -- The catalog may have changed it while this waited.
      f := reeve.flag_find(f.app, f.name, TRUE);
      IF (verb = 'on') = (s.on_since IS NOT NULL) THEN
        code := 'state';
        message := format('the rule %s is already %s', f.name, verb);
      ELSE
        UPDATE reeve.flag_state x
        SET on_since = CASE verb WHEN 'on' THEN clock_timestamp() END,
          on_by = CASE verb WHEN 'on' THEN session_user::text END,
          ran_at = NULL, failed_at = NULL
        WHERE x.flag_id = f.flag_id;
        PERFORM reeve.change_park('flag ' || f.name, f.collection_id, NULL);
      END IF;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      code := 'busy';
      message := format('the rule %s runs just now%s; try again', f.name,
        reeve.lock_holders('{reeve.flag_state}'));
    END;
  END IF;
  PERFORM reeve.verb_record('rule.' || verb, code, format('rule %s/%s', f.app, f.name), why);
  RETURN reeve.outcome_of(code, message, NULL);
END
$$;

COMMENT ON FUNCTION reeve.flag_rule_perform(text, text, text, text) IS
  'Switches a rule on or off, for seniors. One that is on opens cases when a job of the kind '
  'moderation.rule runs next, for what happened from then on and within its time before. A refusal '
  'is returned and recorded, not raised, but for a verb other than on and off (RV001) and a name '
  'that no rule, or several, have (RV004, RV001).';

GRANT EXECUTE ON FUNCTION reeve.flag_rule_perform(text, text, text, text) TO reeve_viewer;
