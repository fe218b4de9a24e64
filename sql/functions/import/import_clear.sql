CREATE OR REPLACE FUNCTION reeve.import_clear(import_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  EXECUTE format('TRUNCATE reeve_stage.import_%s', import_id);
END
$$;

COMMENT ON FUNCTION reeve.import_clear(int) IS 'Empties an import''s staging table.';
