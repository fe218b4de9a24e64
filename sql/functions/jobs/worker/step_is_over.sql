CREATE OR REPLACE FUNCTION reeve.step_is_over(until timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN clock_timestamp() > until OR EXISTS (
    SELECT FROM pg_locks w
    WHERE NOT w.granted AND w.relation IS NOT NULL
      AND pg_backend_pid() = ANY (pg_blocking_pids(w.pid)))
    -- Between its attempts a cutover waits for no lock.
    OR EXISTS (
      SELECT FROM pg_locks l
      WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND reeve.migrate_waits(l.relation)
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()));
END
$$;

COMMENT ON FUNCTION reeve.step_is_over(timestamptz) IS
  'Whether a step of a job should end with what it has done: its time is over, or somebody waits '
  'for a table that this transaction has read or written, such as the cutover of a live copy.';
