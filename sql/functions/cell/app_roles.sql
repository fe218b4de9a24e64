CREATE OR REPLACE FUNCTION reeve.app_roles(app text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  statement text;
BEGIN
  FOR attempt IN 1 .. 10 LOOP
    BEGIN
      FOR statement IN SELECT * FROM reeve.app_role_statements(app) LOOP
        EXECUTE statement;
      END LOOP;
      RETURN;
    EXCEPTION
      WHEN duplicate_object OR unique_violation OR internal_error THEN
        NULL;  -- Roles are the cluster's: another database makes the same ones at this moment.
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'this login may not make the roles of the app %: %', app, SQLERRM
          USING ERRCODE = 'RV002', HINT = 'Have a database administrator run, then try again: '
            || (SELECT string_agg(s || ';', ' ') FROM reeve.app_role_statements(app) s);
    END;
  END LOOP;
  RAISE EXCEPTION 'the roles of the app % could not be made: other sessions kept creating them', app
    USING ERRCODE = 'RV002', HINT = 'Try again.';
END
$$;

COMMENT ON FUNCTION reeve.app_roles(text) IS
  'Makes an app''s writer and reader where they are missing; RV002 with the statements where the '
  'login '
  'may not. Runs as the installer.';
