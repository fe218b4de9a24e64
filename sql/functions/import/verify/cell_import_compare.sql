-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_import_compare(statements jsonb)
RETURNS TABLE(record bigint, difference text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "DateStyle" = 'ISO, MDY'
AS $$
DECLARE
  child jsonb;
BEGIN
  RETURN QUERY EXECUTE statements ->> 'compare' USING 0::bigint, bigint '9223372036854775807';
  FOR child IN SELECT * FROM jsonb_array_elements(statements -> 'children') LOOP
    RETURN QUERY EXECUTE child ->> 'compare'
    USING 0::bigint, bigint '9223372036854775807', '{}'::bigint[];
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cell_import_compare(jsonb) IS
  'Inside a cell: staged records whose row, or rows in a child table, are missing or differ.';

GRANT EXECUTE ON FUNCTION reeve.cell_import_compare(jsonb) TO reeve_access;
