CREATE OR REPLACE FUNCTION reeve.flag_look(
  f reeve.flag, keys text[], at timestamptz, until timestamptz, OUT looked int, OUT raised int)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- So many rows are looked at in one statement: what takes long is done in smaller parts, unless
  -- two parts of different sizes took about as long, as where each statement reads a whole table.
  part int := 8;
  before int;
  took interval;
  took_before interval;
  begun timestamptz;
BEGIN
  looked := 0;
  raised := 0;
  WHILE looked < cardinality(keys) AND (looked = 0 OR NOT reeve.step_is_over(until)) LOOP
    begun := clock_timestamp();
    raised := raised + reeve.flag_raise(f, keys[looked + 1 : looked + part], at);
    took := clock_timestamp() - begun;
    looked := least(looked + part, cardinality(keys));
    SELECT CASE
        WHEN took < interval '100 ms' THEN 2 * part
        WHEN before <> part AND took BETWEEN took_before / 1.5 AND took_before * 1.5
          THEN 2 * greatest(part, before)
        WHEN took > interval '250 ms' THEN greatest(part / 4, 1)
        ELSE part END, part, took
    INTO part, before, took_before;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.flag_look(reeve.flag, text[], timestamptz, timestamptz) IS
  'Runs a flag on the rows with these keys, in their order, until the step is over '
  '(reeve.step_is_over). looked: at how many; raised: how many reports that made.';
