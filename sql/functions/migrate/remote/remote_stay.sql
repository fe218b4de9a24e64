CREATE OR REPLACE FUNCTION reeve.remote_stay(copy_id int, round int) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
BEGIN
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = remote_stay.copy_id FOR UPDATE;
  IF c.phase = 'returning' AND c.round = remote_stay.round THEN
    UPDATE reeve.live_copy l SET phase = 'live' WHERE l.copy_id = c.copy_id;
    PERFORM reeve.command_record('migrate.stay', session_user);
    RETURN TRUE;
  END IF;
  RETURN c.phase = 'live' AND c.round = remote_stay.round;
END
$$;

COMMENT ON FUNCTION reeve.remote_stay(int, int) IS
  'Takes the rollback of a copy to another database with this number back: it can no longer open '
  'the source, so that the target may take writes again. FALSE if it has opened it, or another '
  'rollback has begun.';
