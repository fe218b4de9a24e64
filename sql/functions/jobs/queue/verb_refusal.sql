CREATE OR REPLACE FUNCTION reeve.verb_refusal(
  verb text, why text, OUT code text, OUT message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NOT reeve.member_holds('senior')
    OR (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = session_user) THEN
    code := 'rank';
    message := format('%s needs the rank senior and a login of your own', verb);
  ELSIF char_length(btrim(why)) > 2000 THEN
    code := 'argument';
    message := 'a reason has at most 2000 characters';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.verb_refusal(text, text) IS
  'Why the login may not use the seniors'' verbs for jobs, queues and schedules, or not for this '
  'reason; NULL if it may.';
