CREATE OR REPLACE FUNCTION reeve.import_write_beside(import_id int, run int, first bigint)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  w record;
  f record;
  missing jsonb := '{}';
  mapping jsonb;
  stage text;
  is_apart boolean := reeve.import_is_apart(import_id);
BEGIN
  IF is_apart THEN
    BEGIN
      FOR f IN SELECT * FROM reeve.import_find(import_id, FALSE, is_beside => TRUE) LOOP
        missing := missing || jsonb_build_object(f.record, jsonb_build_array(f.code, f.reason));
      END LOOP;
      -- No row where none of the records can be written.
      SELECT * INTO w FROM reeve.app_import(import_id, FALSE, is_beside => TRUE);
      IF w.code IS NOT NULL THEN
        RAISE EXCEPTION 'a record is refused' USING ERRCODE = 'assert_failure';
      END IF;
    EXCEPTION WHEN assert_failure THEN
      -- As they were staged.
      is_apart := FALSE;
    END;
  END IF;
  -- The earlier chunk has held this lock since it began.
  mapping := reeve.import_lock(import_id, run);
  PERFORM FROM reeve.import i
  WHERE i.import_id = import_write_beside.import_id AND i.read = first - 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the records before record % were not written', first
      USING ERRCODE = 'serialization_failure';
  END IF;
  IF is_apart THEN
    IF w.inserted IS NOT NULL THEN
      PERFORM reeve.import_count(import_id, w.inserted, w.changed, w.same, w.ids, w.changes);
    END IF;
    RETURN QUERY SELECT m.key::bigint, m.value ->> 0, m.value ->> 1 FROM jsonb_each(missing) m;
    RETURN;
  END IF;
  FOR stage IN
    SELECT split_part(reeve.import_stage(import_id, t.child), '.', 2)
    FROM reeve.import_targets(mapping) t ORDER BY t.child
  LOOP
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage, stage || '_turn'),
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage || '_next', stage),
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage || '_turn', stage || '_next')]);
  END LOOP;
  RETURN QUERY SELECT r.record, r.code, r.reason FROM reeve.import_write(import_id) r;
END
$$;

COMMENT ON FUNCTION reeve.import_write_beside(int, int, bigint) IS
  'Writes the records staged from number first on, while another transaction writes earlier '
  'ones; counts them once that has committed. If one is refused, or the records are not apart '
  '(reeve.import_is_apart), they are written after it, as by reeve.import_write. 40001 if it did '
  'not commit; RV008 as in reeve.import_lock.';
