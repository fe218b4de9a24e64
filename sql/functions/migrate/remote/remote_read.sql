-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.remote_read(
  copy_id int, kind text, keys text[], job_id bigint DEFAULT NULL, lease int DEFAULT NULL)
RETURNS TABLE(key text, line text)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET lc_monetary = 'C' SET enable_seqscan = off SET jit = off
AS $$
  SELECT reeve.remote_permit(copy_id, job_id, lease);
  WITH r AS MATERIALIZED (
    SELECT a.key, a.row
    FROM reeve.live_copy c
    CROSS JOIN LATERAL jsonb_to_recordset(reeve.app_call(c.app,
      format('(%s)', c.statements ->> kind), keys => remote_read.keys)) a(key text, "row" jsonb)
    WHERE c.copy_id = remote_read.copy_id AND kind IN ('rows', 'digests', 'there')
  )
  SELECT k.key, r.row #>> '{}'
  FROM (SELECT DISTINCT u.key FROM unnest(remote_read.keys) u(key)) k
  LEFT JOIN r ON r.key = k.key
$$;

COMMENT ON FUNCTION reeve.remote_read(int, text, text[], bigint, int) IS
  'Current rows of the source of a copy to another database: as lines of COPY without their keys '
  '(kind rows), their digests (digests), or whether they exist (there). line is NULL for a '
  'missing one. job_id, lease: as in reeve.remote_permit. NULL: line.';

GRANT EXECUTE ON FUNCTION reeve.remote_read(int, text, text[], bigint, int) TO reeve_worker;
