-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.import_finish(
  import_id int, run int, keeps_keys boolean DEFAULT FALSE)
RETURNS reeve.import
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  i reeve.import;
  moved record;
BEGIN
  PERFORM reeve.turn_take('import ' || l.app)
  FROM reeve.import l WHERE l.import_id = import_finish.import_id;
  PERFORM reeve.import_lock(import_finish.import_id, import_finish.run);
  SELECT l.* INTO i FROM reeve.import l WHERE l.import_id = import_finish.import_id;
  IF i.read <> i.declared THEN
    RAISE EXCEPTION 'import %: % records are declared, and % were read', import_id, i.declared,
      i.read USING ERRCODE = 'RV008';
  END IF;
  -- New rows of the app must not collide with imported keys.
  FOR moved IN
    SELECT s.name, a.owner_name, reeve.app_role('writer', a.app) AS writer, format(
      'SELECT to_jsonb(setval(%L, %s('
      '(SELECT %s(%I) FROM %s), (SELECT last_value FROM %s))))',
      s.name, CASE WHEN q.seqincrement > 0 THEN 'greatest' ELSE 'least' END,
      CASE WHEN q.seqincrement > 0 THEN 'max' ELSE 'min' END, c.name,
      reeve.import_table(t.target), s.name) AS statement
    FROM reeve.import_targets(i.mapping) t
    CROSS JOIN LATERAL reeve.import_columns(t.target) c
    CROSS JOIN LATERAL pg_get_serial_sequence(reeve.import_table(t.target), c.name) s(name)
    JOIN pg_sequence q ON q.seqrelid = s.name::regclass
    JOIN reeve.app a ON a.app = i.app
    WHERE c.type IS NOT NULL AND s.name IS NOT NULL
  LOOP
    PERFORM reeve.role_execute(moved.owner_name, ARRAY[
      format('GRANT SELECT, UPDATE ON SEQUENCE %s TO %I', moved.name, moved.writer)]);
    PERFORM reeve.cell_enter(i.app, moved.statement);
    PERFORM reeve.role_execute(moved.owner_name, ARRAY[
      format('REVOKE SELECT, UPDATE ON SEQUENCE %s FROM %I', moved.name, moved.writer)]);
  END LOOP;
  IF i.has_keys THEN
    PERFORM reeve.import_keep(i);
  END IF;
  UPDATE reeve.import l SET declared = l.read, finished_at = clock_timestamp(),
    found = CASE WHEN i.mapping ? 'after' THEN reeve.import_after(i.mapping) ELSE '[]' END
  WHERE l.import_id = i.import_id
  RETURNING l.* INTO i;
  PERFORM reeve.import_unlist(i.import_id, i.has_keys AND keeps_keys);
  PERFORM reeve.import_revoke(i.import_id, i.mapping);
  PERFORM reeve.command_record('import.finish', session_user);
  RETURN i;
END
$$;

COMMENT ON FUNCTION reeve.import_finish(int, int, boolean) IS
  'Ends an import that has read exactly the declared number of records (else RV008): sequences '
  'continue after the imported keys; noted keys are kept; the mapping''s function is called '
  '(reeve.import_after), staging is dropped, but for the list of its keys where keeps_keys says '
  'that reeve.import_prove comes, and the app writer loses its extra rights. RV008 also as in '
  'reeve.import_lock. NULL: declared, finished_at, header.';
