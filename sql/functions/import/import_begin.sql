CREATE OR REPLACE FUNCTION reeve.import_begin(
  mapping jsonb, file text, file_mark text, declared bigint, restart boolean DEFAULT FALSE)
RETURNS reeve.import
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  finding record;
  i reeve.import;
  is_new boolean := FALSE;
  is_empty boolean;
BEGIN
  SELECT * INTO finding FROM reeve.import_check(import_begin.mapping) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message USING ERRCODE = 'RV005';
  END IF;
  -- The transaction of a process that was killed may still be running: this waits for its end.
  SELECT l.* INTO i FROM reeve.import l
  WHERE l.app = import_begin.mapping ->> 'app' AND l.source = import_begin.mapping ->> 'source'
    AND l.finished_at IS NULL
  FOR UPDATE;
  IF FOUND AND restart THEN
    PERFORM reeve.import_forget(i);
    i := NULL;
  END IF;
  IF i.import_id IS NULL THEN
    INSERT INTO reeve.import(app, source, mapping, file, file_mark, declared)
    VALUES (import_begin.mapping ->> 'app', import_begin.mapping ->> 'source',
      import_begin.mapping, import_begin.file, import_begin.file_mark, import_begin.declared)
    RETURNING * INTO i;
    is_new := TRUE;
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('CREATE TABLE %s_seen(%s, "#" bigint NOT NULL, UNIQUE (%s))',
        reeve.import_stage(i.import_id),
        string_agg(format('%I %s', c.name, c.type), ', ' ORDER BY c.place),
        string_agg(quote_ident(c.name), ', ' ORDER BY c.place)),
      -- ANALYZE, autovacuum's too, would run code of the app's types with the rights of the owner.
      format('ALTER TABLE %s_seen %s', reeve.import_stage(i.import_id),
        string_agg(format('ALTER %I SET STATISTICS 0', c.name), ', ' ORDER BY c.place)),
      format('COMMENT ON TABLE %s_seen IS %L', reeve.import_stage(i.import_id), 'Generated: keys '
        'that an import has met, so that no record overwrites another''s row.'),
      format('GRANT SELECT, INSERT ON %s_seen TO %I', reeve.import_stage(i.import_id),
        reeve.app_role('writer', i.app))])
    FROM reeve.import_columns(i.mapping) c
    WHERE c.is_key;
    PERFORM reeve.command_record('import.begin', session_user);
  ELSIF i.mapping <> import_begin.mapping OR i.file_mark <> import_begin.file_mark
    OR i.declared <> import_begin.declared
  THEN
    RAISE EXCEPTION 'import % of % is unfinished and was started with another %', i.import_id,
      i.source, CASE WHEN i.mapping <> import_begin.mapping THEN 'mapping' ELSE 'file' END
      USING ERRCODE = 'RV008', DETAIL = format('It has read %s records of %s.', i.read, i.file);
  END IF;
  PERFORM reeve.import_grant(i.import_id, i.mapping);
  UPDATE reeve.import l SET statements = reeve.import_statements(i.import_id, i.mapping)
  WHERE l.import_id = i.import_id;
  is_empty := reeve.app_import_plan(i.import_id);
  IF is_new THEN
    UPDATE reeve.import l SET is_fresh = is_empty WHERE l.import_id = i.import_id;
  END IF;
  RETURN i;
END
$$;

COMMENT ON FUNCTION reeve.import_begin(jsonb, text, text, bigint, boolean) IS
  'Begins an import, or continues the one that was interrupted; restart forgets that one first. '
  'Runs as the installer. RV005 for a mapping that does not fit, RV008 where mapping or source '
  'are not those it began with. NULL: declared, finished_at.';
