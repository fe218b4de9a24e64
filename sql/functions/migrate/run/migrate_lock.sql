CREATE OR REPLACE FUNCTION reeve.migrate_lock(copy_id int, phases text[]) RETURNS reeve.live_copy
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy;
BEGIN
  -- Only the session with this turn writes the table that follows, so it cannot overwrite a change
  -- that another has applied meanwhile with rows that it read before. The transaction of a killed
  -- process may still be running: this waits for its end.
  PERFORM reeve.turn_take('copy ' || copy_id);
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_lock.copy_id
  FOR NO KEY UPDATE;
  IF c.target IS NULL THEN
    RAISE EXCEPTION 'the target of the copy % is in another database', c.name
      USING ERRCODE = 'RV009';
  END IF;
  IF c.broken IS NOT NULL THEN
    RAISE EXCEPTION 'the copy % cannot continue: %', c.name, c.broken USING ERRCODE = 'RV009',
      DETAIL = CASE WHEN c.phase = 'live' THEN 'There is no way back to the old table.'
        ELSE 'It has to be abandoned and started anew.' END;
  END IF;
  IF c.phase <> ALL (phases) THEN
    RAISE EXCEPTION 'the copy % is %', c.name, c.phase USING ERRCODE = 'RV009';
  END IF;
  RETURN c;
END
$$;

COMMENT ON FUNCTION reeve.migrate_lock(int, text[]) IS
  'Waits for sessions that copy (reeve.migrate_step) and locks a copy, which must be in one of '
  'these phases and sound, else RV009.';
