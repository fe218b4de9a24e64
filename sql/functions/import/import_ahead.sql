CREATE OR REPLACE FUNCTION reeve.import_ahead(import_id int, run int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET client_min_messages = warning
SET jit = off
AS $$
DECLARE
  mapping jsonb := reeve.import_lock(import_id, run, is_shared => TRUE);
BEGIN
  -- What is staged is created again after a crash.
  PERFORM set_config('synchronous_commit', 'off', TRUE);
  EXECUTE (
    SELECT format('TRUNCATE %s', string_agg(
      reeve.import_stage(import_id, t.child) || '_next', ', ' ORDER BY t.child))
    FROM reeve.import_targets(mapping) t);
END
$$;

COMMENT ON FUNCTION reeve.import_ahead(int, int) IS
  'First statement of a transaction that stages the next chunk while one is written: empties the '
  'staging tables that are copied to. RV008 as reeve.import_lock.';
