CREATE OR REPLACE FUNCTION reeve.migrate_guard(copy_id int) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT reeve.role_execute(g.role_name, ARRAY[g.statement])
  FROM reeve.live_copy c
  CROSS JOIN LATERAL reeve.migrate_guards(c.copy_id, c.phase = 'live') g
  WHERE c.copy_id = migrate_guard.copy_id
$$;

COMMENT ON FUNCTION reeve.migrate_guard(int) IS
  'Closes the partitions that the table that follows has now: reeve.migrate_guards.';
