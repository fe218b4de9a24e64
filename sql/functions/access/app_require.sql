CREATE OR REPLACE FUNCTION reeve.app_require(app text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF reeve.app_code_calls() THEN
    RAISE EXCEPTION 'code of an app calls in the name of %', session_user USING ERRCODE = 'RV002';
  END IF;
  IF NOT EXISTS (
    SELECT FROM reeve.app_logins(app_require.app) l(id)
    WHERE pg_has_role(session_user, l.id, 'MEMBER'))
  THEN
    RAISE EXCEPTION '% is not a login of app %', session_user, app USING ERRCODE = 'RV002',
      HINT = 'It must be a member of a role that the app''s catalog names under logins.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_require(text) IS
  'Raises RV002 unless the login is one of the app''s own (reeve.app_logins), whether or not there '
  'is such an app. Called before any object of the app is read.';
