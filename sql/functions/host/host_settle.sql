CREATE OR REPLACE FUNCTION reeve.host_settle(host_id uuid, epochs uuid[], host text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.home AS p(system_id, database_id, started_at, settled_by)
  SELECT c.system_identifier, reeve.home_database(), pg_postmaster_start_time(), session_user
  FROM pg_control_system() c
  ON CONFLICT ON CONSTRAINT home_pkey DO UPDATE SET started_at = EXCLUDED.started_at
  WHERE p.started_at <> EXCLUDED.started_at;
  INSERT INTO reeve.host AS h(host_id, epoch, host)
  SELECT host_settle.host_id, epochs[1], left(host_settle.host, 255)
  WHERE host_settle.host_id IS NOT NULL
  ON CONFLICT ON CONSTRAINT host_pkey DO UPDATE
  SET epoch = EXCLUDED.epoch, at = clock_timestamp() WHERE h.epoch <> EXCLUDED.epoch;
END
$$;

COMMENT ON FUNCTION reeve.host_settle(uuid, uuid[], text) IS
  'Records that a worker that may run here does: its host, the start of the server since which it '
  'runs, and the newest (first) epoch of its host identity file.';
