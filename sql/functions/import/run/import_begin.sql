-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.import_begin(
  mapping jsonb, file text, file_mark text, declared bigint, restart boolean DEFAULT FALSE,
  existing text DEFAULT 'refuse', told jsonb DEFAULT '[]',
  header text DEFAULT NULL, keeps_keys boolean DEFAULT FALSE)
RETURNS reeve.import
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  finding record;
  i reeve.import;
  newer text := import_begin.mapping ->> 'newer';
  is_new boolean := FALSE;
  is_empty boolean;
  -- Why an interrupted import is read again from its beginning.
  again CONSTANT text[] := ARRAY[
    'the table had changed since the import was interrupted: it is read from its first row',
    'the server crashed since the import was interrupted: it is read from its first record'];
  why int;
BEGIN
  SELECT * INTO finding FROM reeve.import_check(import_begin.mapping) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message USING ERRCODE = 'RV005';
  END IF;
  IF import_begin.existing = 'keep-newer' AND newer IS NULL THEN
    RAISE EXCEPTION 'the mapping of % names no column as newer', import_begin.mapping ->> 'table'
      USING ERRCODE = 'RV005', HINT = 'Add `newer: COLUMN`, the time of the last change.';
  END IF;
  -- One process of an app's imports begins or ends at a time. Server processes of a killed one may
  -- still be at work: this waits for their transactions, and the number below refuses their later
  -- writes.
  PERFORM reeve.turn_take('import ' || (import_begin.mapping ->> 'app'));
  SELECT l.* INTO i FROM reeve.import l
  WHERE l.app = import_begin.mapping ->> 'app' AND l.source = import_begin.mapping ->> 'source'
    AND l.finished_at IS NULL
  FOR UPDATE;
  IF FOUND AND i.mapping = import_begin.mapping THEN
    IF i.file_mark <> import_begin.file_mark THEN
      -- A database goes on changing.
      why := CASE WHEN i.mapping ->> 'format' = 'postgres' THEN 1 END;
    ELSIF i.known > 0 THEN
      -- A crash empties the list of what is known, with what of it was met.
      EXECUTE format('SELECT CASE WHEN NOT EXISTS (SELECT FROM %s_known) THEN 2 END',
        reeve.import_stage(i.import_id)) INTO why;
    END IF;
  END IF;
  IF i.import_id IS NOT NULL AND (restart OR why IS NOT NULL) THEN
    -- The rows that it wrote stay.
    PERFORM reeve.import_unlist(i.import_id);
    PERFORM reeve.import_revoke(i.import_id, i.mapping);
    DELETE FROM reeve.import_kept k WHERE k.import_id = i.import_id;
    DELETE FROM reeve.quarantine q WHERE q.import_id = i.import_id;
    DELETE FROM reeve.import l WHERE l.import_id = i.import_id;
    i := NULL;
  END IF;
  IF i.import_id IS NULL THEN
    INSERT INTO reeve.import(app, source, mapping, file, file_mark, declared, has_keys)
    VALUES (import_begin.mapping ->> 'app', import_begin.mapping ->> 'source',
      import_begin.mapping, import_begin.file, import_begin.file_mark, import_begin.declared,
      keeps_keys OR EXISTS (
        SELECT FROM reeve.import_key k
        WHERE k.app = import_begin.mapping ->> 'app'
          AND k.source = import_begin.mapping ->> 'source'))
    RETURNING * INTO i;
    is_new := TRUE;
    -- A process that ended before it compared the rows of an import has left a list of them.
    PERFORM reeve.import_unlist(l.import_id)
    FROM reeve.import l
    WHERE l.app = i.app AND l.source = i.source AND l.import_id <> i.import_id
      AND to_regclass(reeve.import_stage(l.import_id) || '_keys') IS NOT NULL;
    PERFORM reeve.import_seen(i.import_id, i.mapping);
    PERFORM reeve.command_record('import.begin', session_user);
  ELSIF i.mapping <> import_begin.mapping OR i.file_mark <> import_begin.file_mark
    OR i.declared <> import_begin.declared
  THEN
    RAISE EXCEPTION 'import % of % is unfinished and was started with another %', i.import_id,
      i.source, CASE WHEN i.mapping <> import_begin.mapping THEN 'mapping' ELSE 'file' END
      USING ERRCODE = 'RV008', DETAIL = format('It has read %s records of %s.', i.read, i.file);
  END IF;
  i.told := coalesce((
    SELECT jsonb_agg(a.line) FROM unnest(again) WITH ORDINALITY a(line, place)
    WHERE a.place = why OR i.told ? a.line), '[]');
  PERFORM reeve.import_grant(i.import_id, i.mapping);
  UPDATE reeve.import l
  SET run = l.run + 1, existing = import_begin.existing, told = i.told || import_begin.told,
    header = import_begin.header,
    statements = reeve.import_statements(i.import_id, i.mapping, import_begin.existing)
  WHERE l.import_id = i.import_id
  RETURNING l.* INTO i;
  is_empty := reeve.app_plan(i.app, 'import', 'reeve.cell_import_plan(($7)[1])', i.statements);
  IF is_new THEN
    UPDATE reeve.import l
    SET is_fresh = is_empty,
      known = CASE WHEN i.has_keys AND NOT is_empty THEN reeve.import_recall(i) ELSE 0 END
    WHERE l.import_id = i.import_id
    RETURNING l.* INTO i;
  END IF;
  RETURN i;
END
$$;

COMMENT ON FUNCTION reeve.import_begin(
  jsonb, text, text, bigint, boolean, text, jsonb, text, boolean) IS
  'Begins an import, or continues an interrupted one; restart forgets that one first, and so does '
  'a source table in another database that has changed since, and a crash of the server during a '
  'later import; existing, told and header as in reeve.import. With keeps_keys, or where an '
  'earlier import of the source had it, the keys of '
  'its records are noted. Runs as the installer. RV005 for a mapping that does not fit, RV008 if '
  'mapping or source differ from those it began with. NULL: declared, finished_at, header.';
