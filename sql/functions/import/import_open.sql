CREATE OR REPLACE FUNCTION reeve.import_open(import_id int, read bigint) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.import_clear(import_id, reeve.import_lock(import_id, read))
$$;

COMMENT ON FUNCTION reeve.import_open(int, bigint) IS
  'First statement of a chunk that is staged and written in one transaction: locks the import, '
  'which must have read so many records, and empties its staging tables. RV008 if another process '
  'was here.';
