CREATE OR REPLACE FUNCTION reeve.change_long(
  op text, schema_name text, table_name text, size int) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF op <> 'DELETE' THEN
    RAISE EXCEPTION 'the key of a row of %.% has % bytes, and Reeve supports keys of at most 1024',
      schema_name, table_name, size
      USING ERRCODE = 'program_limit_exceeded', SCHEMA = schema_name, TABLE = table_name,
        CONSTRAINT = 'reeve_key', HINT = 'Write a shorter key, or name another unique column as '
          'the key of the collection in its catalog.';
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.change_long(text, text, text, int) IS
  'Returns the operation that a change trigger logs for a key over 1024 bytes: an insert is '
  'refused; a row that is deleted or gets another key is logged like a truncation, after which all '
  'rows are read again.';
