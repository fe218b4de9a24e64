CREATE OR REPLACE FUNCTION reeve.change_snapshot() RETURNS pg_snapshot
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('%s:%s:%s', pg_snapshot_xmin(s.now), pg_snapshot_xmax(s.now), (
    SELECT string_agg(x.xid::text, ',' ORDER BY x.xid)
    FROM (
      SELECT pg_snapshot_xip(s.now)
      UNION
      SELECT m.xid FROM pg_current_xact_id_if_assigned() m(xid)
      WHERE m.xid < pg_snapshot_xmax(s.now)) x(xid)))::pg_snapshot
  FROM pg_current_snapshot() s(now)
$$;

COMMENT ON FUNCTION reeve.change_snapshot() IS
  'The snapshot of the statement that calls this, in which the calling transaction counts as '
  'running, so that its later writes are not skipped.';
