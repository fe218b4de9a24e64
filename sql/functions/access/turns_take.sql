CREATE OR REPLACE FUNCTION reeve.turns_take(names text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  taken int;
BEGIN
  -- Twice, as some rows may have to be made first.
  FOR attempt IN 1..2 LOOP
    WITH locked AS MATERIALIZED (
      SELECT t.name FROM reeve.turn t WHERE t.name = ANY (names) ORDER BY t.name FOR UPDATE)
    UPDATE reeve.turn t SET name = t.name FROM locked l WHERE t.name = l.name;
    GET DIAGNOSTICS taken = ROW_COUNT;
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
  'Takes several turns (reeve.turn_take), in the order of their names: of two sessions that need '
  'the same ones, one waits for the other, and they cannot deadlock.';
