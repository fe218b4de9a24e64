CREATE OR REPLACE FUNCTION reeve.hand_import_compare(import_id int)
RETURNS TABLE(record bigint, difference text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
AS $$
DECLARE
  statements jsonb := reeve.import_get(import_id);
  child jsonb;
BEGIN
  RETURN QUERY EXECUTE statements ->> 'compare' USING 0::bigint, bigint '9223372036854775807';
  FOR child IN SELECT * FROM jsonb_array_elements(statements -> 'children') LOOP
    RETURN QUERY EXECUTE child ->> 'compare'
    USING 0::bigint, bigint '9223372036854775807', '{}'::bigint[];
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.hand_import_compare(int) IS
  'Staged records whose row, or rows in a child table, are missing or differ, with the hand''s '
  'rights.';

GRANT EXECUTE ON FUNCTION reeve.hand_import_compare(int) TO reeve_owner;
