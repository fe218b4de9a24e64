CREATE OR REPLACE FUNCTION reeve.search_reach(
  goal float8, bounds float8[], asks text[], sizes int[], rest float8[], bonus float8,
  place int DEFAULT 1, at int DEFAULT 0, sum float8 DEFAULT 0, hits int DEFAULT 0)
RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  n int := cardinality(sizes);
  others int := n - place;
  most float8;
  more text[];
  one text;
  looser text[] := '{}';
  ways text[] := '{}';
BEGIN
  -- From a document without the word up to one that meets the strictest ask.
  FOR step IN REVERSE sizes[place] + 1 .. 1 LOOP
    IF step <= sizes[place] THEN
      most := sum + bounds[at + step];
      hits := hits + (step = sizes[place])::int;
    ELSE
      most := sum;
    END IF;
    IF hits + others = 0 OR (most + rest[place + 1]) * (hits + others)
      * (1 + bonus * (hits + others - 1)) / n < goal THEN
      CONTINUE;
    END IF;
    IF others = 0 OR most * hits * (1 + bonus * greatest(hits - 1, 0)) / n >= goal THEN
      more := '{""}';
    ELSE
      more := reeve.search_reach(goal, bounds, asks, sizes, rest, bonus, place + 1,
        at + sizes[place], most, hits);
    END IF;
    FOREACH one IN ARRAY more LOOP
      -- What a looser ask of this word finds already is not asked for again.
      CONTINUE WHEN one = ANY (looser);
      ways := ways || CASE WHEN step > sizes[place] OR asks[at + step] = '' THEN one
        WHEN one = '' THEN '(' || asks[at + step] || ')'
        ELSE '(' || asks[at + step] || ') & ' || one END;
    END LOOP;
    looser := looser || more;
    EXIT WHEN '' = ANY (more);
  END LOOP;
  RETURN ways;
END
$$;

COMMENT ON FUNCTION reeve.search_reach(
  float8, float8[], text[], int[], float8[], float8, int, int, float8, int) IS
  'tsqueries of which every document meets one whose score can be as much as goal: of the asks and '
  'bounds of the places of a query (reeve.search_plan), one place after another; sizes: how many '
  'each has; rest: what it and those that follow can count; bonus: of each word after the first. '
  'None where no document can, an empty one where any can.';
