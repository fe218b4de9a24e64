CREATE OR REPLACE FUNCTION reeve.import_clear(import_id int, mapping jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET client_min_messages = warning
AS $$
BEGIN
  EXECUTE (
    SELECT format('TRUNCATE %s', string_agg(reeve.import_stage(import_id, t.child), ', '))
    FROM reeve.import_targets(mapping) t);
END
$$;

COMMENT ON FUNCTION reeve.import_clear(int, jsonb) IS 'Empties an import''s staging tables.';
