CREATE OR REPLACE FUNCTION reeve.search_reach(
  goal float8, bounds float8[], asks text[], sizes int[], rest float8[], bonus float8,
  place int DEFAULT 1, at int DEFAULT 0, sum float8 DEFAULT 0, hits int DEFAULT 0)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  n int := cardinality(sizes);
  others int := n - place;
  most float8;
  way text;
  before text;
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
      way := '';
    ELSE
      way := reeve.search_reach(goal, bounds, asks, sizes, rest, bonus, place + 1,
        at + sizes[place], most, hits);
    END IF;
    IF way IS NULL OR way = before THEN
      CONTINUE;
    END IF;
    before := way;
    IF way = '' AND (step > sizes[place] OR asks[at + step] = '') THEN
      RETURN '';
    END IF;
    ways := ways || CASE WHEN step > sizes[place] OR asks[at + step] = '' THEN way
      WHEN way = '' THEN '(' || asks[at + step] || ')'
      ELSE '(' || asks[at + step] || ') & (' || way || ')' END;
    EXIT WHEN way = '';
  END LOOP;
  RETURN array_to_string(nullif(ways, '{}'), ' | ');
END
$$;

COMMENT ON FUNCTION reeve.search_reach(
  float8, float8[], text[], int[], float8[], float8, int, int, float8, int) IS
  'The tsquery that every document meets whose score can reach goal: from the asks and bounds of '
  'the positions of a query (reeve.search_plan), one position after another; sizes: how many '
  'documents each has; rest: what it and the following ones can count; bonus: for each word '
  'after the first. NULL if no document can, empty if any can.';
