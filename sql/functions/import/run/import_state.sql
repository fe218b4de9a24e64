CREATE OR REPLACE FUNCTION reeve.import_state(import_id int) RETURNS reeve.import
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT i FROM reeve.import i WHERE i.import_id = import_state.import_id
$$;

COMMENT ON FUNCTION reeve.import_state(int) IS
  'An import, with the work that it has committed so far. NULL: declared, finished_at, header.';
