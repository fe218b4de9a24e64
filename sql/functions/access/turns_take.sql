CREATE OR REPLACE FUNCTION reeve.turns_take(names text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  taken int;
  is_late boolean;
BEGIN
  -- Twice, as some rows may have to be made first.
  FOR attempt IN 1..2 LOOP
    IF current_setting('transaction_isolation') ~ '^read' THEN
      -- Locked, not written, so that no action leaves a dead row for the next one to walk over.
      WITH locked AS MATERIALIZED (
        SELECT FROM reeve.turn t WHERE t.name = ANY (names) ORDER BY t.name FOR UPDATE)
      SELECT count(*) INTO taken FROM locked;
    ELSE
      -- What others did at their turn is visible only if it ended before the snapshot was taken:
      -- xmax tells who locked the row last. Written, so that others at such a level see this turn.
      SELECT count(*), bool_or(age(l.locker) <= age(pg_snapshot_xmin(pg_current_snapshot())::xid))
      INTO taken, is_late
      FROM (
        SELECT t.xmax AS locker FROM reeve.turn t
        WHERE t.name = ANY (names) ORDER BY t.name FOR UPDATE NOWAIT) l;
      IF is_late THEN
        RAISE EXCEPTION 'a transaction that is % may not see what others did at their turn',
          current_setting('transaction_isolation')
          USING ERRCODE = 'serialization_failure', HINT = 'Begin it as READ COMMITTED.';
      END IF;
      UPDATE reeve.turn t SET name = t.name WHERE t.name = ANY (names);
    END IF;
    IF taken = (SELECT count(DISTINCT n) FROM unnest(names) n) THEN
      RETURN;
    END IF;
    INSERT INTO reeve.turn(name)
    SELECT n FROM unnest(names) n GROUP BY n ORDER BY n
    ON CONFLICT DO NOTHING;
  END LOOP;
  RAISE EXCEPTION 'a turn was made after this transaction began'
    USING ERRCODE = 'serialization_failure';
END
$$;

COMMENT ON FUNCTION reeve.turns_take(text[]) IS
  'Takes turns as reeve.turn_take does, for what every action takes: it leaves no dead rows. In '
  'the order of their names: of two sessions that need the same ones, one waits for the other, '
  'and they cannot deadlock. A transaction that is not READ COMMITTED waits for nobody, and fails '
  'with 40001 if somebody may have taken them since its snapshot.';
