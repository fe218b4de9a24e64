CREATE OR REPLACE FUNCTION reeve.hand_import_compare(import_id int)
RETURNS TABLE(record bigint, difference text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.import_get(import_id, 'compare');
END
$$;

COMMENT ON FUNCTION reeve.hand_import_compare(int) IS
  'Staged records whose row in the target is missing or differs, with the hand''s rights.';

GRANT EXECUTE ON FUNCTION reeve.hand_import_compare(int) TO reeve_owner;
