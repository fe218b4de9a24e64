CREATE OR REPLACE FUNCTION reeve.import_retake(import_id int, run int, records bigint[])
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  mapping jsonb := reeve.import_lock(import_id, run);
  taken int;
  stage text;
BEGIN
  DELETE FROM reeve.quarantine q
  WHERE q.import_id = import_retake.import_id AND q.record = ANY (records);
  GET DIAGNOSTICS taken = ROW_COUNT;
  IF taken <> cardinality(records) THEN
    RAISE EXCEPTION 'another process is trying the records of import % again', import_id
      USING ERRCODE = 'RV008';
  END IF;
  UPDATE reeve.import i SET read = i.read - taken, quarantined = i.quarantined - taken
  WHERE i.import_id = import_retake.import_id;
  FOR stage IN
    SELECT reeve.import_stage(import_id, t.child) FROM reeve.import_targets(mapping) t
  LOOP
    EXECUTE format('TRUNCATE %s', stage);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_retake(int, int, bigint[]) IS
  'First statement of a chunk that is retried: takes its records out of quarantine, so that '
  'import_write and import_close count them anew. RV008 if they are not there, and as in '
  'reeve.import_lock.';
