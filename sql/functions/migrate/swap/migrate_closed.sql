CREATE OR REPLACE FUNCTION reeve.migrate_closed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION '%.% follows another table and cannot be written '
  'to', TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'object_not_in_prerequisite_state', SCHEMA = TG_TABLE_SCHEMA,
      TABLE = TG_TABLE_NAME, HINT = '`reeve migrate status` says which one is live.';
END
$$;

COMMENT ON FUNCTION reeve.migrate_closed() IS
  'Trigger on the table that follows in a live copy: only Reeve writes it.';
