CREATE OR REPLACE FUNCTION reeve.import_write_staged(import_id int, read bigint, last bigint)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
  is_other boolean;
BEGIN
  PERFORM reeve.import_lock(import_id, read);
  -- Two processes of one import stage in the same tables. From here on nobody else empties them.
  EXECUTE format('SELECT EXISTS (SELECT FROM %s s WHERE s.record <= $1 OR s.record > $2)',
    reeve.import_stage(import_id))
  INTO is_other USING read, last;
  IF is_other THEN
    RAISE EXCEPTION 'another process is running import %', import_id
      USING ERRCODE = 'RV008', HINT = 'Let it finish, or stop it and run the import again.';
  END IF;
  RETURN QUERY SELECT w.record, w.code, w.reason FROM reeve.import_write(import_id) w;
END
$$;

COMMENT ON FUNCTION reeve.import_write_staged(int, bigint, bigint) IS
  'First statement of a chunk that was staged ahead: locks the import and writes the records '
  'after read up to last, as reeve.import_write. RV008 where another process was here, or other '
  'records are staged.';
