CREATE OR REPLACE FUNCTION reeve.remote_digests(copy_id int, kind text, keys text[])
RETURNS TABLE(key text, line text)
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT k.key, r.line
  FROM (SELECT DISTINCT u.key FROM unnest(remote_digests.keys) u(key)) k
  LEFT JOIN reeve.app_remote_read(copy_id, kind, remote_digests.keys) r ON r.key = k.key
$$;

COMMENT ON FUNCTION reeve.remote_digests(int, text, text[]) IS
  'Current rows of the source: their digests, or whether they exist (kind digests or there), as '
  'in reeve.app_remote_read; line is NULL for a missing one. NULL: line.';
