-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_import_find_part(statements jsonb, low bigint, high bigint)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  missing jsonb := '{}';
  made jsonb := '[]';
  more jsonb;
  item jsonb;
  record bigint;
  reason text;
BEGIN
  FOR item IN SELECT * FROM jsonb_array_elements(statements -> 'refs') LOOP
    IF item ? 'make' THEN
      EXECUTE item ->> 'make' INTO STRICT more USING low, high;
      IF more <> '[]' THEN
        EXECUTE item ->> 'made' INTO STRICT more USING more;
        made := made || more;
      END IF;
    END IF;
    FOR record, reason IN EXECUTE item ->> 'find' USING low, high LOOP
      missing := missing || jsonb_build_object(record, reason);
    END LOOP;
  END LOOP;
  RETURN jsonb_build_object('missing', missing, 'made', made);
END
$$;

COMMENT ON FUNCTION reeve.cell_import_find_part(jsonb, bigint, bigint) IS
  'Inside a cell: looks up the rows that the staged records of a range refer to, and creates '
  'them if the mapping says so; returns the reasons by record if there is not exactly one row, '
  'and what was created. Raises if a value cannot be looked up.';

GRANT EXECUTE ON FUNCTION reeve.cell_import_find_part(jsonb, bigint, bigint) TO reeve_access;
