CREATE OR REPLACE FUNCTION reeve.turns_take(names text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  taken int;
BEGIN
  -- Locked, not written, so that no action leaves a dead row for the next one to walk over. A
  -- transaction whose snapshot is older than the turn before its own would not be told so.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'a transaction that is % may not see what others did at their turn',
      current_setting('transaction_isolation')
      USING ERRCODE = 'serialization_failure', HINT = 'Begin it as READ COMMITTED.';
  END IF;
  -- Twice, as some rows may have to be made first.
  FOR attempt IN 1..2 LOOP
    WITH locked AS MATERIALIZED (
      SELECT FROM reeve.turn t WHERE t.name = ANY (names) ORDER BY t.name FOR UPDATE)
    SELECT count(*) INTO taken FROM locked;
    IF taken = (SELECT count(DISTINCT n) FROM unnest(names) n) THEN
      RETURN;
    END IF;
    INSERT INTO reeve.turn(name)
    SELECT n FROM unnest(names) n GROUP BY n ORDER BY n
    ON CONFLICT DO NOTHING;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.turns_take(text[]) IS
  'Takes turns as reeve.turn_take does, for what every action takes: it leaves no dead rows, and '
  'fails with 40001 in a transaction that is not READ COMMITTED. In the order of their names: of '
  'two sessions that need the same ones, one waits for the other, and they cannot deadlock.';
