CREATE OR REPLACE FUNCTION reeve.host_fault(host_id uuid, epochs uuid[]) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE
    WHEN p.is_copy THEN format('this database is a copy, as %s declared at %s', p.settled_by,
      reeve.moment_text(p.settled_at))
    WHEN p.system_id <> c.system_identifier THEN 'this database was restored in another cluster'
    WHEN p.database_id <> reeve.home_database() THEN
      'this database was restored beside or in place of the one that workers ran in'
    WHEN h.epoch <> ALL (epochs) THEN
      format('this database is older than the host identity file of %s, '
        'which was here at %s or later', h.host, reeve.moment_text(h.at))
    WHEN h.host_id IS NULL AND o.is_known AND NOT o.is_alive THEN CASE WHEN host_fault.host_id IS
      NULL
      THEN 'workers of this database have a host identity file, and this one has none'
      ELSE 'no worker is alive that this database knows, and it does not know this '
        'host identity file' END
  END
  FROM reeve.home p
  CROSS JOIN pg_control_system() c
  LEFT JOIN reeve.host h ON h.host_id = host_fault.host_id
  CROSS JOIN LATERAL (
    SELECT EXISTS (SELECT FROM reeve.host k) AS is_known,
      p.started_at = pg_postmaster_start_time() AND EXISTS (
        SELECT FROM reeve.worker w JOIN reeve.host k ON k.host_id = w.host_id
        WHERE w.ended_at IS NULL AND w.beat_at > clock_timestamp() - interval '12 seconds')
      AND host_fault.host_id IS NOT NULL AS is_alive) o
$$;

COMMENT ON FUNCTION reeve.host_fault(uuid, uuid[]) IS
  'Why a worker with this host identity file (NULL = none), which holds these epochs, may not '
  'run here; NULL if it may.';
