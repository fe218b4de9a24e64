CREATE OR REPLACE FUNCTION reeve.migrate_touch(copy_id int, keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_touch.copy_id);
BEGIN
  IF c.phase = 'live' AND reeve.migrate_files(c.mapping, c.source, c.target) -> 'source'
    IS DISTINCT FROM c.leaves -> 'source'
  THEN
    keys := ARRAY(SELECT r.key FROM reeve.migrate_rows(copy_id, keys) r);
  END IF;
  INSERT INTO reeve.change(collection_id, key) SELECT -c.copy_id, k FROM unnest(keys) k;
END
$$;

COMMENT ON FUNCTION reeve.migrate_touch(int, text[]) IS
  'Logs rows of a live copy as changed, so that they are read and written again; but not those '
  'that only the old table has after the cutover, if its partitions have changed: no other table '
  'may have them.';
