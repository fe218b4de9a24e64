CREATE OR REPLACE FUNCTION reeve.cell_halve(
  part text, statements jsonb, lows bigint[], highs bigint[], is_halved boolean DEFAULT TRUE,
  keys text[] DEFAULT NULL)
RETURNS TABLE(answer jsonb, place bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  low bigint;
  high bigint;
  middle bigint;
  has_policy boolean;
BEGIN
  WHILE cardinality(lows) > 0 LOOP
    low := lows[cardinality(lows)];
    high := highs[cardinality(highs)];
    lows := trim_array(lows, 1);
    highs := trim_array(highs, 1);
    place := NULL;
    code := NULL;
    reason := NULL;
    BEGIN
      EXECUTE part INTO STRICT answer USING statements, low, high, keys;
      RETURN NEXT;
    EXCEPTION WHEN OTHERS THEN
      -- Errors that no row causes end it all: rights, resources, locks, broken SQL. A row that a
      -- policy refuses has the code of a missing right: which of both it was is looked up where
      -- is_halved; a caller without it comes again with it.
      IF left(SQLSTATE, 2) IN ('08', '0A', '25', '40', '42', '53', '55', '57', '58', 'XX', 'RV')
        AND NOT (SQLSTATE = '42501' AND (NOT is_halved
          OR coalesce(has_policy, reeve.cell_is_policy(part, statements, keys))))
      THEN
        RAISE;
      END IF;
      has_policy := has_policy OR SQLSTATE = '42501';
      IF is_halved AND low < high THEN
        -- The first half is written first, so that of two equal keys the earlier stays.
        middle := (low + high) / 2;
        lows := lows || ARRAY[middle + 1, low];
        highs := highs || ARRAY[high, middle];
      ELSE
        answer := NULL;
        place := low;
        code := SQLSTATE;
        -- Of 20 MB that a constraint's function says, people read the first lines.
        reason := left(SQLERRM, 1000);
        RETURN NEXT;
      END IF;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cell_halve(text, jsonb, bigint[], bigint[], boolean, text[]) IS
  'Inside a cell: runs part, which writes the rows of one range and returns a jsonb, for each '
  'range of lows and highs, the last first; in it $1 is statements, $2 and $3 the range, $4 keys. '
  'A range with a refused row is undone and, with is_halved, tried in halves until that row is '
  'isolated: place and code say which row and why.';

GRANT EXECUTE ON FUNCTION reeve.cell_halve(text, jsonb, bigint[], bigint[], boolean, text[])
  TO reeve_access;
