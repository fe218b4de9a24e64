CREATE OR REPLACE FUNCTION reeve.search_place(
  levels int[], low int, counts float8[], tops int[], dfs bigint[], plains text[], marks text[],
  documents bigint, common int[], shares real[], chances real[], OUT asks text[],
  OUT floors float8[], OUT expected float8[])
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  n int := cardinality(counts);
  level int;
  class int;
  at int;
  operand text;
  ask text;
  rows float8;
  two constant float8 := 2;
  -- No other mark is more common.
  rarest constant real := shares[cardinality(shares)];
BEGIN
  asks := '{}';
  floors := '{}';
  expected := '{}';
  FOREACH level IN ARRAY levels LOOP
    CONTINUE WHEN level > tops[1] OR level <= low;
    ask := NULL;
    rows := 0;
    FOR i IN 1 .. n LOOP
      -- In this class the way counts as much as the first one does at the level.
      class := CASE i WHEN 1 THEN level
        ELSE ceil(level + 4 * ln(counts[1] / counts[i]) / ln(two) - 1e-6::float8) END;
      IF class > tops[i] THEN
        operand := NULL;
      ELSIF strpos(marks[i], '§') = 0 THEN
        operand := CASE class WHEN 16 THEN marks[i] ELSE '' END;
        rows := CASE class WHEN 16 THEN rows + 0.2 * dfs[i] ELSE documents END;
      ELSIF class <= low OR class < levels[cardinality(levels)] THEN
        operand := plains[i];
        rows := rows + dfs[i];
      ELSE
        at := 1;
        WHILE levels[at] > class LOOP
          at := at + 1;
        END LOOP;
        operand := replace(marks[i], '§', chr(levels[at]));
        rows := rows + coalesce(
          documents * shares[array_position(common, hashtext(btrim(operand, '''')))],
          -- The limits are those of search_sampled.
          least(documents * rarest, dfs[i] * coalesce(
            chances[at][1 + width_bucket(dfs[i] / documents::float8, '{0.001,0.01,0.1}')], 0.1)));
      END IF;
      ask := CASE WHEN '' IN (ask, operand) THEN '' ELSE concat_ws(' | ', ask, operand) END;
    END LOOP;
    IF ask IS DISTINCT FROM asks[cardinality(asks)] THEN
      asks := asks || ask;
      floors := floors || counts[1] * two ^ ((level - 16) / 4::float8);
      expected := expected || least(rows, documents);
    END IF;
  END LOOP;
  asks := asks || CASE WHEN '' = ANY (plains) THEN '' ELSE array_to_string(plains, ' | ') END;
  floors := floors || 0.45 * counts[1];
  expected := expected || CASE WHEN '' = ANY (plains) THEN documents
    ELSE (SELECT least(sum(d), documents) FROM unnest(dfs) d) END;
END
$$;

COMMENT ON FUNCTION reeve.search_place(
  int[], int, float8[], int[], bigint[], text[], text[], bigint, int[], real[], real[]) IS
  'asks of a word of a query (reeve.search_plan) at the levels of a generation; floors: what a '
  'document that meets an ask counts at least, as a rule; expected: how many do. Of each way in '
  'which the word is looked for, the one that counts most first: counts: what it counts in '
  'class 16; tops: its highest class; dfs: how many documents have it; plains, marks: tsqueries, § '
  'being the character of a level, and one without it being of class 16. low: words that are not '
  'marked have no higher class. common, shares, chances: as in search_generation, chances of '
  'these levels alone.';
