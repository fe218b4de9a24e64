CREATE OR REPLACE FUNCTION reeve.import_stage(import_id int, child int DEFAULT 0) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN 'reeve_stage.import_' || import_id || CASE child WHEN 0 THEN '' ELSE '_' || child END;
END
$$;

COMMENT ON FUNCTION reeve.import_stage(int, int) IS
  'Name of the table in which an import''s rows for its target, or that child, are staged.';
