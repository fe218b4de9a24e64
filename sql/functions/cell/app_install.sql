CREATE OR REPLACE FUNCTION reeve.app_install(app text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  writer text := reeve.app_role('writer', app);
  reader text := reeve.app_role('reader', app);
  signature text := format('reeve_cell.%I(text, text[], timestamptz, timestamptz, interval, '
    'bigint, text, jsonb[], jsonb[])', reader);
BEGIN
  PERFORM reeve.turn_take('reeve_cell');
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('GRANT CREATE, USAGE ON SCHEMA reeve_cell TO %I, %I', writer, reader)]);
  PERFORM reeve.role_execute(writer, ARRAY[
    'DROP TABLE IF EXISTS ' || c.name,
    format('CREATE TABLE %s(i int) WITH (autovacuum_enabled = off)', c.name),
    -- Neither the column nor an expression is counted: ANALYZE writes no statistics.
    format('ALTER TABLE %s ALTER COLUMN i SET STATISTICS 0', c.name),
    format('INSERT INTO %s VALUES (1)', c.name),
    format('CREATE INDEX ON %s(i) WHERE reeve.cell_run(i)', c.name),
    format('COMMENT ON TABLE %s IS %L', c.name, 'Generated: a cell of the app ' || app || '.')])
  FROM reeve.cell_faults(app) c(name);
  PERFORM reeve.role_execute(reader, ARRAY(
    SELECT format('REVOKE ALL ON FUNCTION %s FROM %s CASCADE', signature,
      CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END)
    FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) x
    WHERE p.oid = to_regprocedure(signature) AND x.grantee <> p.proowner));
  PERFORM reeve.role_execute(reader, ARRAY[
    format($f$
      CREATE OR REPLACE FUNCTION reeve_cell.%I(
  statement text, keys text[] DEFAULT NULL, at timestamptz DEFAULT NULL,
  until timestamptz DEFAULT NULL, grace interval DEFAULT NULL, max_rows bigint DEFAULT NULL,
  words text DEFAULT NULL, vals jsonb[] DEFAULT NULL, expect jsonb[] DEFAULT NULL)
RETURNS SETOF record
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $body$
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
    RETURN QUERY EXECUTE statement
    USING keys, at, until, grace, max_rows, words, vals, expect;
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
$body$
    $f$, reader),
    format('COMMENT ON FUNCTION %s IS %L', signature,
      format('Generated: reads tables of the app %s as its reader; nothing that code of the app '
        'does '
        'meanwhile outlasts the call.', app)),
    format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature),
    format('GRANT EXECUTE ON FUNCTION %s TO reeve_owner', signature)]);
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('REVOKE ALL ON SCHEMA reeve_cell FROM %I, %I', writer, reader)]);
END
$$;

COMMENT ON FUNCTION reeve.app_install(text) IS
  'Creates the cells of an app''s writer, re-creates altered ones, and creates the reading '
  'function of its reader. Runs as the installer.';
