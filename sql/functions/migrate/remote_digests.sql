CREATE OR REPLACE FUNCTION reeve.remote_digests(copy_id int, kind text, keys text[])
RETURNS TABLE(key text, line text)
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT k.key, r.line
  FROM (SELECT DISTINCT u.key FROM unnest(remote_digests.keys) u(key)) k
  LEFT JOIN reeve.app_remote_read(copy_id, kind, remote_digests.keys) r ON r.key = k.key
$$;

COMMENT ON FUNCTION reeve.remote_digests(int, text, text[]) IS
  'Rows of the source as they are now: their digests, or whether they are there (kind digests or '
  'there), as reeve.app_remote_read; line is NULL for one that is not. NULL: line.';
