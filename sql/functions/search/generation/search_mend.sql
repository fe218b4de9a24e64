CREATE OR REPLACE FUNCTION reeve.search_mend() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  is_empty boolean;
BEGIN
  IF to_regnamespace('reeve_index') IS NULL THEN
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      'CREATE SCHEMA reeve_index',
      'COMMENT ON SCHEMA reeve_index IS '
        '''Search generations: rebuildable, left out of dumps.''']);
  END IF;
  PERFORM reeve.change_mend();
  FOR g IN SELECT * FROM reeve.search_generation LOOP
    is_empty := TRUE;
    IF to_regclass(format('reeve_index.%I', g.table_name)) IS NOT NULL THEN
      EXECUTE format('SELECT NOT EXISTS (SELECT FROM reeve_index.%I)', g.table_name) INTO is_empty;
    END IF;
    IF is_empty AND (g.documents > 0 AND g.state <> 'building'
      OR to_regclass(format('reeve_index.%I', g.table_name)) IS NULL) THEN
      DELETE FROM reeve.search_pointer p WHERE p.generation_id = g.generation_id;
      PERFORM reeve.search_drop(g.generation_id);
    ELSE
      -- What it scores by may have changed with the release.
      PERFORM reeve.search_specialize(g.generation_id);
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_mend() IS
  'After a restore from a dump without the index: forgets generations whose tables are gone or '
  'empty, so that the next sync builds them, and mends the change log. Runs as the installer.';
