CREATE OR REPLACE FUNCTION reeve.migrate_await(copy_id int, is_waiting boolean) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  UPDATE reeve.live_copy c
  SET awaited_until = CASE WHEN is_waiting THEN clock_timestamp() + interval '10 seconds' END
  WHERE c.copy_id = migrate_await.copy_id
$$;

COMMENT ON FUNCTION reeve.migrate_await(int, boolean) IS
  'Notes for 10 seconds that a command waits for locks on the tables of a live copy, or that it '
  'has given up: reeve.migrate_waits.';
