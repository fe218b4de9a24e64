CREATE OR REPLACE FUNCTION reeve.app_install(app text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  writer text := reeve.app_role('writer', app);
  reader text := reeve.app_role('reader', app);
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
    SELECT format('REVOKE ALL ON FUNCTION %s FROM %s CASCADE', p.oid::regprocedure,
      CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END)
    FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) x
    WHERE p.pronamespace = 'reeve_cell'::regnamespace AND p.proname = reader
      AND x.grantee <> p.proowner));
  PERFORM reeve.role_execute(reader, ARRAY[
    format('CREATE OR REPLACE FUNCTION %s RETURNS SETOF record LANGUAGE plpgsql STABLE '
      'SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp AS %L',
      f.parameters, reeve.reader_source(f.run)),
    format('COMMENT ON FUNCTION %s IS %L', f.signature,
      format('Generated: reads tables of the app %s as its reader%s; nothing that code of the app '
        'does meanwhile outlasts the call.', app, f.what)),
    format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f.signature),
    format('GRANT EXECUTE ON FUNCTION %s TO reeve_owner', f.signature)])
  FROM (
    SELECT format('reeve_cell.%I(text, text[], timestamptz, timestamptz, interval, bigint, text, '
        'jsonb[], jsonb[])', reader),
      format('reeve_cell.%I(statement text, keys text[] DEFAULT NULL, '
        'at timestamptz DEFAULT NULL, until timestamptz DEFAULT NULL, '
        'grace interval DEFAULT NULL, max_rows bigint DEFAULT NULL, words text DEFAULT NULL, '
        'vals jsonb[] DEFAULT NULL, expect jsonb[] DEFAULT NULL)', reader),
      'RETURN QUERY EXECUTE statement USING keys, at, until, grace, max_rows, words, vals, expect;',
      ''
    UNION ALL
    SELECT signature, signature, reeve.reader_branches(app_install.app),
      ', by a statement whose plan is kept'
    FROM format('reeve_cell.%I(text[], text)', reader) s(signature)
  ) f(signature, parameters, run, what);
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('REVOKE ALL ON SCHEMA reeve_cell FROM %I, %I', writer, reader)]);
END
$$;

COMMENT ON FUNCTION reeve.app_install(text) IS
  'Creates the cells of an app''s writer, re-creates altered ones, and creates the reading '
  'functions of its reader: one for any statement, and one for those that every report and act '
  'runs. Runs as the installer.';
