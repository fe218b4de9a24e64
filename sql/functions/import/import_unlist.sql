CREATE OR REPLACE FUNCTION reeve.import_unlist(import_id int) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS %1$s_seen, %1$s_keys, %1$s_known',
      reeve.import_stage(import_id))])
$$;

COMMENT ON FUNCTION reeve.import_unlist(int) IS
  'Drops the lists of the keys that an import has met, and of those that it knows.';
