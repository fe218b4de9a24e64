CREATE OR REPLACE FUNCTION reeve.glass_perform(verb text, login text, rank text, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC'
AS $$
BEGIN
  IF coalesce(verb NOT IN ('glass.name', 'glass.drop'), TRUE) OR login IS NULL THEN
    RAISE EXCEPTION 'a login can be named for emergencies or dropped' USING ERRCODE = 'RV001';
  END IF;
  RETURN reeve.office_propose(verb, login,
    CASE verb WHEN 'glass.name' THEN jsonb_build_object('rank', rank,
      'role', to_regrole(quote_ident(login))::oid::text) ELSE '{}' END, why,
    'emergencies: two people decide who may take a rank alone');
END
$$;

COMMENT ON FUNCTION reeve.glass_perform(text, text, text, text) IS
  'Proposes, for seniors, that a member of the team may take a rank in an emergency (glass.name), '
  'or may no longer (glass.drop), which ends one that it has; approval_perform carries it out. A '
  'refusal is returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.glass_perform(text, text, text, text) TO reeve_viewer;
