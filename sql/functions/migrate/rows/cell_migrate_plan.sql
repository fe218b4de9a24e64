-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_plan(statements jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  kind text;
BEGIN
  FOREACH kind IN ARRAY '{copy,same,delete,upsert,differing_keys}'::text[] LOOP
    EXECUTE 'EXPLAIN ' || (statements ->> kind) USING '{}'::text[], NULL::text[];
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_plan(jsonb) IS
  'Inside a cell: plans a live copy''s statements, without running them.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_plan(jsonb) TO reeve_access;
