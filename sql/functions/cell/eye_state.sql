CREATE OR REPLACE FUNCTION reeve.eye_state() RETURNS int[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN ARRAY[
    (SELECT count(*) FROM pg_prepared_statement()), (SELECT count(*) FROM pg_cursor())]::int[];
END
$$;

COMMENT ON FUNCTION reeve.eye_state() IS
  'How many prepared statements and cursors the session has: what a rollback does not give back.';

GRANT EXECUTE ON FUNCTION reeve.eye_state() TO reeve_hand;
