CREATE OR REPLACE FUNCTION reeve.reader_state() RETURNS int[]
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  -- Called around every read: a search_path of its own would cost as much as what it does.
  RETURN ARRAY[
    (SELECT pg_catalog.count(*) FROM pg_catalog.pg_prepared_statement()),
    (SELECT pg_catalog.count(*) FROM pg_catalog.pg_cursor())]::pg_catalog.int4[];
END
$$;

COMMENT ON FUNCTION reeve.reader_state() IS
  'The number of prepared statements and cursors of the session, which a rollback does not '
  'restore.';

GRANT EXECUTE ON FUNCTION reeve.reader_state() TO reeve_access;
