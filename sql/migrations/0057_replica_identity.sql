-- PostgreSQL refuses to change or delete rows of a published table that have no replica identity,
-- and `CREATE PUBLICATION … FOR ALL TABLES` publishes these, too.
ALTER TABLE reeve.approval_rule REPLICA IDENTITY FULL;

ALTER TABLE reeve.change REPLICA IDENTITY FULL;

ALTER TABLE reeve.job_delta REPLICA IDENTITY FULL;

ALTER TABLE reeve.live_copy_use REPLICA IDENTITY FULL;

DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT g.table_name FROM reeve.search_generation g
    WHERE to_regclass(format('reeve_index.%I', g.table_name || '_key')) IS NOT NULL
  LOOP
    EXECUTE format('ALTER TABLE reeve_index.%I REPLICA IDENTITY USING INDEX %I', name,
      name || '_key');
  END LOOP;
END
$$;
