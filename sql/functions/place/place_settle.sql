CREATE OR REPLACE FUNCTION reeve.place_settle(host_id uuid, epochs uuid[], host text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.place AS p(system_id, database_id, started_at, settled_by)
  SELECT c.system_identifier, reeve.place_database(), pg_postmaster_start_time(), session_user
  FROM pg_control_system() c
  ON CONFLICT ON CONSTRAINT place_pkey DO UPDATE SET started_at = EXCLUDED.started_at
  WHERE p.started_at <> EXCLUDED.started_at;
  INSERT INTO reeve.place_host AS h(host_id, epoch, host)
  SELECT place_settle.host_id, epochs[1], left(place_settle.host, 255)
  WHERE place_settle.host_id IS NOT NULL
  ON CONFLICT ON CONSTRAINT place_host_pkey DO UPDATE
  SET epoch = EXCLUDED.epoch, at = clock_timestamp() WHERE h.epoch <> EXCLUDED.epoch;
END
$$;

COMMENT ON FUNCTION reeve.place_settle(uuid, uuid[], text) IS
  'Notes that a worker that may run here does: where, since which start of the server, and the '
  'newest epoch of its place file, the first.';
