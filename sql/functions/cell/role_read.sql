CREATE OR REPLACE FUNCTION reeve.role_read(role_name text, statement text) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  answer jsonb;
  is_whole boolean := FALSE;
  had int[] := reeve.eye_state();
BEGIN
  BEGIN
    -- Of two who change the rights on a schema at once PostgreSQL fails one.
    PERFORM reeve.turn_take('reeve_cell');
    -- Planning already runs functions that the app calls immutable. In a function with the rights
    -- of its owner no code can get the session's own role back, as it could after SET ROLE.
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('GRANT CREATE, USAGE ON SCHEMA reeve_cell TO %I', role_name)]);
    PERFORM set_config('role', role_name, TRUE);
    EXECUTE $f$
      CREATE FUNCTION reeve_cell.role_read(statement text) RETURNS jsonb
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
      AS $body$
      DECLARE
        answer jsonb;
      BEGIN
        EXECUTE statement INTO answer
        USING NULL::text[], NULL::timestamptz, NULL::timestamptz, NULL::interval, NULL::bigint,
          NULL::text;
        RETURN answer;
      END
      $body$ $f$;
    EXECUTE format('GRANT EXECUTE ON FUNCTION reeve_cell.role_read(text) TO %I', session_user);
    PERFORM set_config('role', 'none', TRUE);
    EXECUTE 'SELECT reeve_cell.role_read($1)' INTO answer USING statement;
    is_whole := TRUE;
    -- Else code of the app could have made this error the session's end.
    PERFORM pg_catalog.set_config('exit_on_error', 'off', FALSE);
    RAISE EXCEPTION 'it is read';
  EXCEPTION WHEN query_canceled OR assert_failure OR OTHERS THEN
    PERFORM reeve.eye_clean(had);
    IF NOT is_whole THEN
      RAISE;
    END IF;
  END;
  RETURN answer;
END
$$;

COMMENT ON FUNCTION reeve.role_read(text, text) IS
  'Runs a statement that returns one json value as a role that the installer is a member of; '
  'whatever else it, or code of the app behind it, does, is rolled back. For databases that no '
  'catalog is applied to yet. $1 to $6 are NULL, of the types of reeve.eye_call.';
