CREATE OR REPLACE FUNCTION reeve.role_execute(role_name text, statements text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET client_min_messages = warning
AS $$
DECLARE
  statement text;
BEGIN
  PERFORM set_config('role', role_name, TRUE);
  FOREACH statement IN ARRAY coalesce(statements, '{}') LOOP
    EXECUTE statement;
  END LOOP;
  PERFORM set_config('role', 'none', TRUE);
END
$$;

COMMENT ON FUNCTION reeve.role_execute(text, text[]) IS
  'Runs statements, NULL for none, as a role that the installer is a member of; back to the '
  'login''s own after.';
