CREATE OR REPLACE FUNCTION reeve.migrate_compared(copy_id int, leaves jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  UPDATE reeve.live_copy c SET leaves = migrate_compared.leaves
  WHERE c.copy_id = migrate_compared.copy_id
$$;

COMMENT ON FUNCTION reeve.migrate_compared(int, jsonb) IS
  'Notes that all rows of a copy were compared since its tables had these partitions.';
