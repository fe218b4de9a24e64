CREATE OR REPLACE FUNCTION reeve.import_open(
  import_id int, run int, is_beside boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET client_min_messages = warning
SET jit = off
AS $$
DECLARE
  mapping jsonb := reeve.import_lock(import_id, run, is_shared => is_beside);
BEGIN
  -- A run continues where its import says, so a chunk need not be on disk before the next is
  -- written: import_finish waits for all of them.
  PERFORM set_config('synchronous_commit', 'off', TRUE);
  EXECUTE (
    SELECT format('TRUNCATE %s', string_agg(reeve.import_stage(import_id, t.child)
      || CASE WHEN is_beside THEN '_next' ELSE '' END, ', ' ORDER BY t.child))
    FROM reeve.import_targets(mapping) t);
END
$$;

COMMENT ON FUNCTION reeve.import_open(int, int, boolean) IS
  'First statement of a chunk: locks the import and empties the staging tables for COPY. With '
  'is_beside it opens the next chunk while one is being written: that chunk has staging tables '
  'of its own (_next), and import_write_beside locks the import. RV008 as in reeve.import_lock.';
