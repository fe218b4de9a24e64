CREATE OR REPLACE FUNCTION reeve.app_require(app text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF reeve.app_code_calls() THEN
    RAISE EXCEPTION 'code of an app calls in the name of %', session_user USING ERRCODE = 'RV002';
  END IF;
  IF has_schema_privilege(session_user, (
    SELECT to_regnamespace(quote_ident(a.schema_name))::oid FROM reeve.app a
    WHERE a.app = app_require.app), 'USAGE') IS NOT TRUE THEN
    RAISE EXCEPTION '% is not a login of app %', session_user, app USING ERRCODE = 'RV002',
      HINT = 'It needs USAGE on the app''s schema.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_require(text) IS
  'Raises RV002 unless the login is one of the app''s own: it may use the schema of the app.';
