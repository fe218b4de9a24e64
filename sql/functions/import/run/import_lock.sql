CREATE OR REPLACE FUNCTION reeve.import_lock(
  import_id int, run int, is_shared boolean DEFAULT FALSE)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  mapping jsonb;
BEGIN
  IF is_shared THEN
    SELECT i.mapping INTO mapping FROM reeve.import i
    WHERE i.import_id = import_lock.import_id AND i.run = import_lock.run
      AND i.finished_at IS NULL
    FOR KEY SHARE;
  ELSE
    SELECT i.mapping INTO mapping FROM reeve.import i
    WHERE i.import_id = import_lock.import_id AND i.run = import_lock.run
      AND i.finished_at IS NULL
    FOR NO KEY UPDATE;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another process has continued import %', import_id
      USING ERRCODE = 'RV008', HINT = 'Let it finish, or stop it and run the import again.';
  END IF;
  RETURN mapping;
END
$$;

COMMENT ON FUNCTION reeve.import_lock(int, int, boolean) IS
  'Locks an import for the process with this number and returns its mapping; is_shared lets the '
  'other connection of that process write at the same time. Until the transaction ends no other '
  'process can begin. RV008 if one has.';
