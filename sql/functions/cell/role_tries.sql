CREATE OR REPLACE FUNCTION reeve.role_tries(role_name text, statements text[])
RETURNS TABLE(place int, answer jsonb, problem text, state text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  answers jsonb;
  is_whole boolean := FALSE;
  had int[] := reeve.reader_state();
BEGIN
  IF statements IS NULL OR cardinality(statements) = 0 THEN
    RETURN;
  END IF;
  BEGIN
    -- If two sessions change the rights on a schema at once, PostgreSQL fails one of them.
    PERFORM reeve.turn_take('reeve_cell');
    -- Planning already runs functions that the app calls immutable. In a function with the rights
    -- of its owner no code can get the session's own role back, as it could after SET ROLE. One
    -- function for all statements: catalogs grow with each that is made.
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('GRANT CREATE, USAGE ON SCHEMA reeve_cell TO %I', role_name)]);
    PERFORM set_config('role', role_name, TRUE);
    EXECUTE $f$
      CREATE FUNCTION reeve_cell.role_tries(statements text[]) RETURNS jsonb
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
      AS $body$
      DECLARE
        found jsonb;
        answers jsonb[] := '{}';
        is_done boolean;
      BEGIN
        FOR i IN 1 .. cardinality(statements) LOOP
          BEGIN
            found := NULL;
            is_done := FALSE;
            EXECUTE statements[i] INTO found
            USING NULL::text[], NULL::timestamptz, NULL::timestamptz, NULL::interval, NULL::bigint,
              NULL::text;
            is_done := TRUE;
            RAISE EXCEPTION 'it is tried';
          EXCEPTION WHEN OTHERS THEN
            answers := answers || CASE WHEN is_done THEN jsonb_build_object('answer', found)
              ELSE jsonb_build_object('problem', SQLERRM, 'state', SQLSTATE) END;
          END;
        END LOOP;
        RETURN to_jsonb(answers);
      END
      $body$ $f$;
    EXECUTE format('GRANT EXECUTE ON FUNCTION reeve_cell.role_tries(text[]) TO %I', session_user);
    PERFORM set_config('role', 'none', TRUE);
    EXECUTE 'SELECT reeve_cell.role_tries($1)' INTO answers USING statements;
    is_whole := TRUE;
    -- Else code of the app could have made this error the session's end.
    PERFORM pg_catalog.set_config('exit_on_error', 'off', FALSE);
    RAISE EXCEPTION 'they are tried';
  EXCEPTION WHEN query_canceled OR assert_failure OR OTHERS THEN
    PERFORM reeve.reader_clean(had);
    IF NOT is_whole THEN
      RAISE;
    END IF;
  END;
  RETURN QUERY
    SELECT a.place::int, a.body -> 'answer', a.body ->> 'problem', a.body ->> 'state'
    FROM jsonb_array_elements(answers) WITH ORDINALITY a(body, place) ORDER BY a.place;
END
$$;

COMMENT ON FUNCTION reeve.role_tries(text, text[]) IS
  'Runs statements that each return one json value as a role that the installer is a member of, '
  'and rolls each back before the next with everything that it, or code of the app behind it, '
  'does; returns the values, or the errors with their SQLSTATE. For databases without an applied '
  'catalog. $1 to $6 are NULL, of the types of reeve.reader_call. NULL: answer, problem, state.';
