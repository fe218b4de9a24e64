CREATE OR REPLACE FUNCTION reeve.search_pick(
  codes bigint[], rows float8[], costs float8[], mask bigint, target float8, dear float8,
  most float8)
RETURNS int[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  picked int[] := '{}';
  kept int[];
  one int;
  expected float8;
  cost float8;
BEGIN
  FOR nr IN 1 .. cardinality(codes) LOOP
    kept := ARRAY[nr];
    expected := rows[nr];
    cost := costs[nr];
    FOREACH one IN ARRAY picked LOOP
      -- What this way finds as well need not be asked for.
      IF (codes[nr] | mask) - codes[one] & mask <> mask THEN
        kept := kept || one;
        expected := expected + rows[one];
        cost := cost + costs[one];
      END IF;
    END LOOP;
    IF cost <= dear AND cardinality(kept) <= 8
      AND (expected <= target OR picked = '{}' AND expected <= most)
    THEN
      picked := kept;
    END IF;
  END LOOP;
  RETURN picked;
END
$$;

COMMENT ON FUNCTION reeve.search_pick(
  bigint[], float8[], float8[], bigint, float8, float8, float8) IS
  'Numbers of the ways to a score (reeve.search_ways; mask: 8 for each word, in four bits) that '
  'promise most, of which at most so many documents (target; most: of the first way) and a cost '
  '(dear) are expected. None, if every way is dearer.';
