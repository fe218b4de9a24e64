CREATE OR REPLACE FUNCTION reeve.import_turn(import_id int, run int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  mapping jsonb := reeve.import_lock(import_id, run);
  stage text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', TRUE);
  FOR stage IN
    SELECT split_part(reeve.import_stage(import_id, t.child), '.', 2)
    FROM reeve.import_targets(mapping) t ORDER BY t.child
  LOOP
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage, stage || '_turn'),
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage || '_next', stage),
      format('ALTER TABLE reeve_stage.%I RENAME TO %I', stage || '_turn', stage || '_next')]);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_turn(int, int) IS
  'Lets what was staged ahead be the chunk to write, and the tables of the one before be those to '
  'copy to; a transaction of its own. RV008 as reeve.import_lock.';
