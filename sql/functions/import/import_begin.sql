CREATE OR REPLACE FUNCTION reeve.import_begin(
  mapping jsonb, file text, file_mark text, declared bigint, restart boolean DEFAULT FALSE)
RETURNS reeve.import
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  finding record;
  i reeve.import;
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
    PERFORM reeve.import_revoke(i.import_id, i.mapping);
    DELETE FROM reeve.quarantine q WHERE q.import_id = i.import_id;
    DELETE FROM reeve.import l WHERE l.import_id = i.import_id;
    i := NULL;
  END IF;
  IF i.import_id IS NULL THEN
    INSERT INTO reeve.import(
      import_id, app, source, mapping, write_sql, compare_sql, file, file_mark, declared)
    OVERRIDING SYSTEM VALUE
    SELECT n.id, import_begin.mapping ->> 'app', import_begin.mapping ->> 'source',
      import_begin.mapping, reeve.import_statement(n.id, import_begin.mapping, 'write'),
      reeve.import_statement(n.id, import_begin.mapping, 'compare'), import_begin.file,
      import_begin.file_mark, import_begin.declared
    FROM nextval(pg_get_serial_sequence('reeve.import', 'import_id')) s(id)
    CROSS JOIN LATERAL (SELECT s.id::int) n(id)
    RETURNING * INTO i;
    PERFORM reeve.command_record('import.begin', session_user);
  ELSIF i.mapping <> import_begin.mapping OR i.file_mark <> import_begin.file_mark
    OR i.declared <> import_begin.declared
  THEN
    RAISE EXCEPTION 'import % of % is not finished, and began with another % ', i.import_id,
      i.source, CASE WHEN i.mapping <> import_begin.mapping THEN 'mapping' ELSE 'file' END
      USING ERRCODE = 'RV008', DETAIL = format('It has read %s of %s records of %s.',
        i.read, i.declared, i.file),
        HINT = 'Give it what it began with, or forget it with --restart; rows it wrote stay.';
  END IF;
  PERFORM reeve.import_grant(i.import_id, i.mapping);
  PERFORM reeve.hand_import_plan(i.import_id);
  RETURN i;
END
$$;

COMMENT ON FUNCTION reeve.import_begin(jsonb, text, text, bigint, boolean) IS
  'Begins an import, or goes on with the one that was cut off; restart forgets that one first. '
  'Runs as the installer. RV005 for a mapping that does not fit, RV008 where mapping or file are '
  'not those it began with.';
