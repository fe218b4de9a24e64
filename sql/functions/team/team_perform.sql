CREATE OR REPLACE FUNCTION reeve.team_perform(
  verb text, login text, rank text, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC'
AS $$
BEGIN
  IF coalesce(verb NOT IN ('team.add', 'team.remove'), TRUE) OR login IS NULL THEN
    RAISE EXCEPTION 'a login can be added to the team or removed' USING ERRCODE = 'RV001';
  END IF;
  RETURN reeve.office_propose(verb, login,
    jsonb_build_object('rank', CASE verb WHEN 'team.add' THEN rank END), why,
    'team: two people decide on members');
END
$$;

COMMENT ON FUNCTION reeve.team_perform(text, text, text, text) IS
  'Proposes, for seniors, to add a login to the team with a rank, to change its rank, or to '
  'remove it; approval_perform carries it out. A refusal is returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.team_perform(text, text, text, text) TO reeve_viewer;
