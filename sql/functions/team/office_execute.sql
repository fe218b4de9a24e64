CREATE OR REPLACE FUNCTION reeve.office_execute(
  a reeve.approval, OUT code text, OUT message text, OUT detail jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF a.verb IN ('team.add', 'team.remove') THEN
    SELECT * INTO code, message, detail FROM reeve.team_execute(a);
    RETURN;
  END IF;
  SELECT b.code, b.message INTO code, message
  FROM unnest(ARRAY[a.proposed_by, session_user]) WITH ORDINALITY w(who, place)
  CROSS JOIN LATERAL reeve.office_barred(w.who, a.verb, a.key, a.args) b
  WHERE b.code IS NOT NULL
  ORDER BY w.place LIMIT 1;
  IF code IS NOT NULL THEN
    RETURN;
  ELSIF a.verb = 'glass.name' AND a.args ->> 'role' IS DISTINCT FROM
    to_regrole(quote_ident(a.key))::oid::text
  THEN
    code := 'state';
    message := format('%s is no longer the login that was proposed', a.key);
    RETURN;
  ELSIF a.verb = 'glass.drop' THEN
    PERFORM reeve.glass_close(a.key, session_user);
  END IF;
  detail := jsonb_build_object(CASE a.verb WHEN 'versions.set' THEN 'platform' ELSE 'login' END,
    a.key) || a.args - 'why' - 'role';
END
$$;

COMMENT ON FUNCTION reeve.office_execute(reeve.approval) IS
  'Makes an approved change of the office. The oldest version allowed, and who may take a rank in '
  'an emergency, is what the approval itself says, so that nothing else is written.';
