CREATE OR REPLACE FUNCTION reeve.remote_page(copy_id int, low text[], size int)
RETURNS TABLE(high text[], keys text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  high := reeve.app_migrate_page(copy_id, low, size);
  keys := reeve.app_migrate_keys(copy_id, low, high);
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.remote_page(int, text[], int) IS
  'Keys of the next rows of the source after a key, as the change log holds them; high: the last '
  'one, one text per column, NULL after the last rows. NULL: high.';
