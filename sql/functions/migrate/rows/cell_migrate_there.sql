-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_there(part text, is_there boolean, given int)
RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF is_there IS NULL OR NOT is_there AND given > 0 THEN
    RAISE EXCEPTION 'the condition for a row of % is %, but % of its columns have a value', part,
      coalesce(is_there::text, 'NULL'), given
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN is_there;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_there(text, boolean, int) IS
  'Inside a cell: whether a part has a row; raises if it has none although that would lose '
  'values of columns (given: how many).';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_there(text, boolean, int) TO reeve_access;
