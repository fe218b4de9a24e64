-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.remote_page(
  copy_id int, low text[], size int, job_id bigint DEFAULT NULL, lease int DEFAULT NULL)
RETURNS TABLE(high text[], keys text[])
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
  SELECT reeve.remote_permit(copy_id, job_id, lease);
  SELECT p.high, coalesce(p.keys, '{}')
  FROM reeve.live_copy c
  CROSS JOIN LATERAL jsonb_to_recordset(reeve.app_call(c.app, format(
    'reeve.cell_migrate_page(($7)[1], %L, %L, TRUE)', low, least(size, 100000)), c.statements))
    p(high text[], keys text[])
  WHERE c.copy_id = remote_page.copy_id
$$;

COMMENT ON FUNCTION reeve.remote_page(int, text[], int, bigint, int) IS
  'Keys of the next rows of the source after a key, as the change log holds them; high: the last '
  'one, one text per column, NULL after the last rows. size: at most '
  '100000. job_id, lease: as in reeve.remote_permit. NULL: high.';

GRANT EXECUTE ON FUNCTION reeve.remote_page(int, text[], int, bigint, int) TO reeve_worker;
