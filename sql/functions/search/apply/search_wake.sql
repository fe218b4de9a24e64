CREATE OR REPLACE FUNCTION reeve.search_wake(max int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  source record;
BEGIN
  FOR source IN
    WITH due AS (
      SELECT d.source_id, d.key FROM reeve.search_due d
      WHERE d.due_at <= (SELECT clock_timestamp())
      ORDER BY d.due_at LIMIT search_wake.max FOR UPDATE SKIP LOCKED),
    gone AS (
      DELETE FROM reeve.search_due d USING due u
      WHERE d.source_id = u.source_id AND d.key = u.key
      RETURNING d.source_id, d.key)
    SELECT g.source_id, array_agg(g.key ORDER BY g.key) AS keys FROM gone g GROUP BY g.source_id
  LOOP
    PERFORM reeve.search_joined(source.source_id, source.keys);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_wake(int) IS
  'Has at most max rows that were hidden until now, and the rows that belong to them, read again.';
