CREATE OR REPLACE FUNCTION reeve.office_barred(
  who text, verb text, key text, args jsonb, OUT code text, OUT message text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF verb = 'versions.set' THEN
    SELECT b.code, b.message INTO code, message
    FROM reeve.version_barred(who, key, args ->> 'oldest') b;
  ELSIF verb IN ('glass.name', 'glass.drop') THEN
    SELECT b.code, b.message INTO code, message
    FROM reeve.glass_barred(who, verb, key, args ->> 'rank') b;
  ELSE
    SELECT b.code, b.message INTO code, message
    FROM reeve.team_barred(who, verb, key, args ->> 'rank') b;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.office_barred(text, text, text, jsonb) IS
  'Why somebody may not make a change of the office, which is about no subject: of the team '
  '(team.add, team.remove; key: the login), of who may take a rank in an emergency (glass.name, '
  'glass.drop), or of the oldest version allowed (versions.set; key: '
  'findspot/ios). NULL if they may.';
