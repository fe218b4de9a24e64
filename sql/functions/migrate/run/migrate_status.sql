CREATE OR REPLACE FUNCTION reeve.migrate_status(app text DEFAULT NULL, name text DEFAULT NULL)
RETURNS TABLE(copy_id int, label text, phase text, source text, target text, copied bigint,
  total bigint, rows_per_second float8, applied bigint, backlog bigint, rejected bigint,
  verified_at timestamptz, verified_rows bigint, differing bigint, broken text,
  waits text, ranges int)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off
AS $$
  SELECT c.copy_id, c.app || '/' || c.name, c.phase, c.source::text,
    coalesce(c.target::text, format('%s at %s', c.statements ->> 'target', c.server)), c.copied,
    greatest(c.total, c.copied), c.rows_per_second, c.applied,
    -- An ended copy reads no more.
    CASE WHEN r.name IS NULL THEN 0 ELSE reeve.change_backlog(r, -c.copy_id, 100000) END,
    (SELECT count(*) FROM reeve.live_copy_reject j WHERE j.copy_id = c.copy_id),
    date_trunc('second', c.verified_at), c.verified_rows, c.differing, c.broken,
    CASE WHEN c.paused_at IS NOT NULL THEN format('paused by %s since %s', c.paused_by,
      to_char(c.paused_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')) END,
    (SELECT count(*)::int FROM reeve.live_copy_range g WHERE g.copy_id = c.copy_id)
  FROM reeve.live_copy c
  LEFT JOIN reeve.change_reader r ON r.name = 'migrate:' || c.copy_id
  WHERE (migrate_status.app IS NULL OR c.app = migrate_status.app)
    AND (migrate_status.name IS NULL OR c.name = migrate_status.name)
  ORDER BY c.copy_id DESC
$$;

COMMENT ON FUNCTION reeve.migrate_status(text, text) IS
  'The progress of live copies, the newest first. backlog: changes not applied yet, at most '
  '100000; ranges: ranges of keys being copied, or still to be copied. NULL: rows_per_second, '
  'verified_at, verified_rows, differing, broken, waits.';
