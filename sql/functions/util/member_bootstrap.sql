CREATE OR REPLACE FUNCTION reeve.member_bootstrap(role_names text[]) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  added int;
BEGIN
  LOCK TABLE reeve.member IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM reeve.member m WHERE m.role_name <> ALL (role_names)) THEN
    RAISE EXCEPTION 'the first admins are named already'
      USING ERRCODE = 'RV002', HINT = 'A senior can add a member.';
  END IF;
  INSERT INTO reeve.member(role_name, rank, added_by)
  SELECT DISTINCT r, 'senior', session_user FROM unnest(role_names) r
  ON CONFLICT (role_name) DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added > 0 THEN
    PERFORM reeve.command_record('member.bootstrap', session_user);
  END IF;
  RETURN added;
END
$$;

COMMENT ON FUNCTION reeve.member_bootstrap(text[]) IS
  'Makes these logins seniors at the first install; returns how many were new. RV002 afterwards.';
