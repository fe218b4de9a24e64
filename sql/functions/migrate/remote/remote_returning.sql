CREATE OR REPLACE FUNCTION reeve.remote_returning(copy_id int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
BEGIN
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = remote_returning.copy_id FOR UPDATE;
  IF c.phase = 'returning' THEN
    RETURN c.round;
  END IF;
  IF c.phase <> 'live' OR c.back IS NULL THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009',
      DETAIL = CASE c.phase WHEN 'live' THEN 'There is no way back from its target.' END;
  END IF;
  UPDATE reeve.live_copy l SET phase = 'returning', round = l.round + 1
  WHERE l.copy_id = c.copy_id RETURNING l.round INTO c.round;
  PERFORM reeve.command_record('migrate.return', session_user);
  RETURN c.round;
END
$$;

COMMENT ON FUNCTION reeve.remote_returning(int) IS
  'Begins the rollback of a copy to another database, before the target is closed there; does '
  'nothing if one has begun. Returns its number: only one that was not taken back '
  '(reeve.remote_stay) opens the source. RV009 if the target is not live, or there is no way back.';
