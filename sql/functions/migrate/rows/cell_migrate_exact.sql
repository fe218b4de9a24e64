-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_exact(part text, given jsonb, stored jsonb)
RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF given IS DISTINCT FROM stored THEN
    RAISE EXCEPTION 'the rows of % cannot hold % as it is; it would come back as %', part,
      coalesce(left(given::text, 200), 'NULL'), left(stored::text, 200)
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN given;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_exact(text, jsonb, jsonb) IS
  'Inside a cell: returns the given array, whose elements become the rows of a list; raises if '
  'the rows would read back as another array (stored).';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_exact(text, jsonb, jsonb) TO reeve_access;
