CREATE OR REPLACE FUNCTION reeve.import_compare(import_id int)
RETURNS TABLE(record bigint, difference text)
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT h.record, h.difference FROM reeve.hand_import_compare(import_id) h
$$;

COMMENT ON FUNCTION reeve.import_compare(int) IS
  'Staged records whose row in the target is missing or differs.';
