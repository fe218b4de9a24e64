CREATE OR REPLACE FUNCTION reeve.turn_take(name text, is_shared boolean DEFAULT FALSE)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Twice, as the row may have to be made first.
  FOR attempt IN 1..2 LOOP
    IF is_shared THEN
      PERFORM FROM reeve.turn t WHERE t.name = turn_take.name FOR SHARE;
    ELSE
      -- Written, not only locked: a transaction whose snapshot is older than the turn before it
      -- would not see that turn's writes, so it fails instead (40001).
      UPDATE reeve.turn t SET name = t.name WHERE t.name = turn_take.name;
    END IF;
    IF FOUND THEN
      RETURN;
    END IF;
    INSERT INTO reeve.turn(name) VALUES (turn_take.name) ON CONFLICT DO NOTHING;
  END LOOP;
  RAISE EXCEPTION 'turn % was made after this transaction began', turn_take.name
    USING ERRCODE = 'serialization_failure';
END
$$;

COMMENT ON FUNCTION reeve.turn_take(text, boolean) IS
  'Waits until no other transaction has this turn (is_shared: has it exclusively) and keeps it '
  'until the transaction ends. Locks a row of reeve.turn, which, unlike an advisory lock, no '
  'login can lock without a function of Reeve. The caller''s lock_timeout bounds the wait. A '
  'repeatable read that began before the last turn fails with 40001.';
