CREATE OR REPLACE FUNCTION reeve.cell_names(app text) RETURNS text[]
LANGUAGE sql IMMUTABLE
RETURN ARRAY(
  SELECT format('reeve_cell.%I', reeve.app_role('writer', app) || '_' || n)
  FROM generate_series(0, 31) n);

COMMENT ON FUNCTION reeve.cell_names(text) IS
  'The cells of an app: their number is how many acts on it can run at once.';
