-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.import_reopen(
  import_id int, mapping jsonb, file_mark text, existing text)
RETURNS reeve.import
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  i reeve.import;
  finding record;
BEGIN
  PERFORM reeve.turn_take('import ' || (import_reopen.mapping ->> 'app'));
  SELECT l.* INTO i FROM reeve.import l WHERE l.import_id = import_reopen.import_id FOR UPDATE;
  IF i.read IS DISTINCT FROM i.declared THEN
    RAISE EXCEPTION 'import % is not finished', import_reopen.import_id
      USING ERRCODE = 'RV004', HINT = 'Run it to its end first.';
  END IF;
  IF i.file_mark <> import_reopen.file_mark THEN
    RAISE EXCEPTION '% has changed since import % read it', i.file, i.import_id
      USING ERRCODE = 'RV008',
        HINT = 'Write the records out (`reeve import rejected --originals`) and import those.';
  END IF;
  IF import_reopen.mapping ->> 'source' <> i.source OR import_reopen.mapping ->> 'app' <> i.app
    OR import_reopen.mapping -> 'table' <> i.mapping -> 'table'
    OR import_reopen.mapping -> 'key' <> i.mapping -> 'key'
  THEN
    RAISE EXCEPTION 'the mapping is for another source, table or key than import %', i.import_id
      USING ERRCODE = 'RV005';
  END IF;
  SELECT * INTO finding FROM reeve.import_check(import_reopen.mapping) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: %', finding.path, finding.message USING ERRCODE = 'RV005';
  END IF;
  -- The first move may have come after it.
  UPDATE reeve.import l
  SET has_keys = l.has_keys OR EXISTS (
    SELECT FROM reeve.import_key k WHERE k.app = i.app AND k.source = i.source)
  WHERE l.import_id = i.import_id;
  PERFORM reeve.import_seen(i.import_id, import_reopen.mapping);
  -- An existing row may belong to an earlier record with the same key.
  PERFORM reeve.import_grant(i.import_id, import_reopen.mapping, FALSE);
  UPDATE reeve.import l
  SET run = l.run + 1, mapping = import_reopen.mapping, finished_at = NULL, is_fresh = FALSE,
    known = 0,
    existing = import_reopen.existing,
    statements = reeve.import_statements(i.import_id, import_reopen.mapping,
      import_reopen.existing)
  WHERE l.import_id = i.import_id
  RETURNING l.* INTO i;
  PERFORM reeve.app_plan(i.app, 'import', 'reeve.cell_import_plan(($7)[1])', i.statements);
  PERFORM reeve.command_record('import.retry', session_user);
  RETURN i;
END
$$;

COMMENT ON FUNCTION reeve.import_reopen(int, jsonb, text, text) IS
  'Opens a finished import again, to retry its quarantined records with a mapping of the same '
  'table and key. RV004 if it is not finished, RV005 for a mapping that does not fit, RV008 if '
  'the file differs. NULL: declared, finished_at, header.';
