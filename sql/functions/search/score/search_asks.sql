CREATE OR REPLACE FUNCTION reeve.search_asks(
  plains text[], dfs float8[], tiers text[], sizes float8[], documents float8, wanted float8,
  is_narrowed boolean, k jsonb)
RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  n int := least(cardinality(plains), 6);
  every text := array_to_string(plains[:n], ' | ');
  all_df float8 := (SELECT sum(d) FROM unnest(dfs) d);
  joint float8 := documents;
  asks text[] := '{}';
  ask text;
  rows float8;
  others text;
  -- Of the pairs with one of the two rarest words together no more than can be scored.
  pair_rows constant float8 := least((k ->> 'pair_rows')::float8,
    (k ->> 'candidates')::float8 / 2 / greatest(2 * n - 3, 1));
  -- The best rows of one word are those of its tiers.
  margin constant float8 := k ->> CASE n WHEN 1 THEN 'ask_margin_one' ELSE 'ask_margin' END;
BEGIN
  IF n > 1 AND all_df <= (k ->> 'score_all_rows')::float8
    OR documents * n <= (k ->> 'score_all_documents')::float8
  THEN
    RETURN ARRAY[array_to_string(plains, ' | ')];
  END IF;
  FOR i IN 1 .. n LOOP
    joint := joint * least(dfs[i] / documents, 1);
  END LOOP;
  -- Documents that have every word, one of them in a tier.
  IF n = 1 OR joint > wanted THEN
    FOR t IN 1 .. 3 LOOP
      ask := NULL;
      rows := 0;
      FOR i IN 1 .. n LOOP
        others := NULL;
        FOR j IN 1 .. n LOOP
          others := CASE WHEN j = i THEN others
            ELSE concat_ws(' & ', others, '(' || plains[j] || ')') END;
        END LOOP;
        ask := concat_ws(' | ', ask, concat_ws(' & ', '(' || tiers[3 * i - 3 + t] || ')', others));
        rows := rows + joint * sizes[3 * i - 3 + t] / greatest(dfs[i], 1);
      END LOOP;
      CONTINUE WHEN rows < margin * wanted OR ask = asks[cardinality(asks)]
        OR n = 1 AND rows >= dfs[1];
      asks := asks || ask;
    END LOOP;
  END IF;
  ask := '(' || array_to_string(plains[:n], ') & (') || ')';
  -- Left out where it is known to be short: the next step finds the same.
  IF n = 1 OR joint > wanted / 2 THEN
    asks := CASE WHEN ask = asks[cardinality(asks)] THEN asks ELSE asks || ask END;
  END IF;
  IF n > 1 THEN
    -- Of pairs with one of the two rarest words as many as can be scored, and the best of each.
    FOR i IN 1 .. 2 LOOP
      FOR j IN i + 1 .. n LOOP
        rows := dfs[i] * dfs[j] / documents;
        IF rows <= pair_rows THEN
          ask := ask || format(' | (%s) & (%s)', plains[i], plains[j]);
        ELSE
          FOR t IN REVERSE 3 .. 1 LOOP
            rows := (sizes[3 * i - 3 + t] * dfs[j] + dfs[i] * sizes[3 * j - 3 + t]) / documents;
            IF rows <= pair_rows OR t = 1 THEN
              ask := ask || format(' | (%s) & (%s) | (%s) & (%s)', tiers[3 * i - 3 + t], plains[j],
                plains[i], tiers[3 * j - 3 + t]);
              EXIT;
            END IF;
          END LOOP;
        END IF;
      END LOOP;
    END LOOP;
    FOR i IN 1 .. n LOOP
      ask := ask || format(' | (%s)', tiers[3 * i - 2]);
    END LOOP;
    asks := asks || ask;
  END IF;
  IF n > 1 AND (is_narrowed OR all_df <= 40000) THEN
    asks := asks || every;
  END IF;
  RETURN asks;
END
$$;

COMMENT ON FUNCTION reeve.search_asks(
  text[], float8[], text[], float8[], float8, float8, boolean, jsonb) IS
  'Tsqueries that find candidates for a query (reeve.search_scoring), the next for where a page of '
  'wanted rows is short: first those that promise most. is_narrowed: whether the rows must meet a '
  'condition too; k: reeve.search_constants.';
