CREATE OR REPLACE FUNCTION reeve.import_write_staged(import_id int, run int)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  PERFORM reeve.import_lock(import_id, run);
  RETURN QUERY SELECT w.record, w.code, w.reason FROM reeve.import_write(import_id) w;
END
$$;

COMMENT ON FUNCTION reeve.import_write_staged(int, int) IS
  'First statement of a chunk that was staged ahead: locks the import and writes the records as '
  'reeve.import_write. RV008 as reeve.import_lock.';
