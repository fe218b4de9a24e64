CREATE OR REPLACE FUNCTION reeve.role_tries(
  role_name text, statements text[], reads text[] DEFAULT NULL, until timestamptz DEFAULT NULL)
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
      CREATE FUNCTION reeve_cell.role_tries(statements text[], reads text[], until timestamptz)
      RETURNS jsonb
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
      AS $body$
      DECLARE
        found jsonb;
        seen jsonb;
        affected bigint;
        answers jsonb[] := '{}';
        is_done boolean;
      BEGIN
        FOR i IN 1 .. cardinality(statements) LOOP
          EXIT WHEN clock_timestamp() > until;
          BEGIN
            found := NULL;
            is_done := FALSE;
            IF statements[i] ~ '^(INSERT|UPDATE|DELETE|MERGE|DO) ' THEN
              EXECUTE statements[i];
              GET DIAGNOSTICS affected = ROW_COUNT;
              found := to_jsonb(affected);
            ELSE
              EXECUTE statements[i] INTO found
              USING NULL::text[], NULL::timestamptz, NULL::timestamptz, NULL::interval,
                NULL::bigint, NULL::text;
            END IF;
            IF reads IS NOT NULL THEN
              -- What would come with the commit.
              SET CONSTRAINTS ALL IMMEDIATE;
              EXECUTE reads[i] INTO seen USING found;
              found := jsonb_build_array(found, seen);
            END IF;
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
    EXECUTE format('GRANT EXECUTE ON FUNCTION reeve_cell.role_tries(text[], text[], timestamptz) '
      'TO %I', session_user);
    PERFORM set_config('role', 'none', TRUE);
    EXECUTE 'SELECT reeve_cell.role_tries($1, $2, $3)' INTO answers
    USING statements, reads, until;
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

COMMENT ON FUNCTION reeve.role_tries(text, text[], text[], timestamptz) IS
  'Runs statements as a role that the installer is a member of, and rolls each back before the '
  'next with everything that it, or code of the app behind it, does; returns their values, or the '
  'errors with their SQLSTATE. Each returns one json value, or begins with INSERT, UPDATE, '
  'DELETE, MERGE or DO: then its value is the number of rows. With reads, one for each, deferred '
  'constraints are checked, reads[i] runs after statement i with its value as $1, and the answer '
  'is an array of both values. Statements that would begin after until have no row. For databases '
  'without an applied catalog. $1 to $6 are NULL, of the types of reeve.reader_call. NULL: answer, '
  'problem, state.';
