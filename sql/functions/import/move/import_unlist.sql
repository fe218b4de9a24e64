CREATE OR REPLACE FUNCTION reeve.import_unlist(
  import_id int, keeps_keys boolean DEFAULT FALSE)
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.role_execute('reeve_owner', ARRAY[
    format(CASE WHEN keeps_keys THEN 'DROP TABLE IF EXISTS %1$s_known'
      ELSE 'DROP TABLE IF EXISTS %1$s_seen, %1$s_keys, %1$s_known' END,
      reeve.import_stage(import_id))])
$$;

COMMENT ON FUNCTION reeve.import_unlist(int, boolean) IS
  'Drops the lists of the keys that an import has met, unless keeps_keys, and of those that it '
  'knows.';
