CREATE OR REPLACE FUNCTION reeve.import_lock(import_id int, read bigint) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  mapping jsonb;
BEGIN
  SELECT i.mapping INTO mapping FROM reeve.import i
  WHERE i.import_id = import_lock.import_id AND i.read = import_lock.read
    AND i.finished_at IS NULL
  FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another process has continued import %', import_id
      USING ERRCODE = 'RV008', HINT = 'Let it finish, or stop it and run the import again.';
  END IF;
  RETURN mapping;
END
$$;

COMMENT ON FUNCTION reeve.import_lock(int, bigint) IS
  'Locks an import, which must have read so many records, and returns its mapping. RV008 if '
  'another process was here.';
