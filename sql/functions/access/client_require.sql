CREATE OR REPLACE FUNCTION reeve.client_require(version text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- A build without a version number is a developer's own: let it through.
  numbers text := substring(version FROM E'^\\d{1,9}(?:\\.\\d{1,9}){0,9}');
BEGIN
  IF string_to_array(numbers, '.')::int[] < string_to_array(reeve.client_oldest(), '.')::int[] THEN
    RAISE EXCEPTION 'this program is Reeve %, but this database requires % or later',
      numbers, reeve.client_oldest()
      USING ERRCODE = 'RV007', HINT = 'Install a newer Reeve.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.client_require(text) IS
  'Raises RV007 for a program older than the schema serves. Every program calls it first.';

GRANT EXECUTE ON FUNCTION reeve.client_require(text)
  TO reeve_viewer, reeve_auditor, reeve_worker, reeve_migrator;
