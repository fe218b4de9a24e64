CREATE OR REPLACE FUNCTION reeve.reader_source(run text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN replace($body$
DECLARE
  is_whole boolean := FALSE;
  is_clean boolean;
  had int[] := reeve.reader_state();
  state text;
  said text;
  context text;
BEGIN
  BEGIN
    -- Rows once returned stay returned; everything else that code of the app did ends with the
    -- subtransaction: settings, cursors, temporary objects, notices, rows.
    NULL; -- the rows
    is_whole := TRUE;
    -- Else code of the app could have made this error the session's end.
    PERFORM pg_catalog.set_config('exit_on_error', 'off', FALSE);
    RAISE EXCEPTION 'the rows are read';
  EXCEPTION WHEN query_canceled OR assert_failure OR OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, said = MESSAGE_TEXT,
      context = PG_EXCEPTION_CONTEXT;
    is_clean := reeve.reader_clean(had);
    IF NOT is_whole THEN
      -- Texts that cannot be keys are the caller's business.
      PERFORM reeve.app_error(state, said, context, '^(22|23|54|42(?!501))');
      RAISE;
    END IF;
  END;
  IF NOT is_clean THEN
    RAISE EXCEPTION 'code of the app prepared or closed statements or cursors of this session'
      USING ERRCODE = 'RV006', HINT = 'Look for a hostile policy or function in the app.';
  END IF;
END
$body$, 'NULL; -- the rows', run);
END
$$;

COMMENT ON FUNCTION reeve.reader_source(text) IS
  'The body of a function that reads as the app''s reader. run: the statement of PL/pgSQL that '
  'returns the rows.';
