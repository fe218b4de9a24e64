CREATE OR REPLACE FUNCTION reeve.search_scored(
  generation_id int, place int, documents bigint, terms text[], kinds text[], dfs float8[],
  weights float8[], levels int[], k jsonb)
RETURNS reeve.search_scored_word
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  w reeve.search_scored_word;
  tier_first constant float8 := k ->> 'tier_first';
  tier_growth constant float8 := k ->> 'tier_growth';
  few constant float8 := (k ->> 'tier_margin')::float8 * tier_first;
  all_df float8 := 0;
  known float8 := 0;
  exact float8;
  idf float8;
  ask text;
  way int;
  -- Of the fourth way: how many variants, and whether some are phrases.
  parts int[] := '{0,0,0,0}';
  is_phrase boolean;
  latest float8;
  groups int := 0;
  is_spelt boolean := TRUE;
  -- The commonest words with a beginning that many rows have: as they are, by their first tiers and
  -- by their second ones.
  longer text[];
  longer_df float8[];
BEGIN
  w.place := place;
  w.queries := '{NULL,NULL,NULL,NULL}';
  w."values" := '{0,0,0,0}';
  w.tiers := '{NULL,NULL,NULL}';
  w.sizes := '{0,0,0}';
  FOR i IN 1 .. cardinality(terms) LOOP
    all_df := all_df + dfs[i];
    IF kinds[i] = 'exact' THEN
      exact := least(exact, dfs[i]);
    END IF;
    IF kinds[i] IN ('exact', 'form') THEN
      known := known + dfs[i];
    END IF;
  END LOOP;
  -- What a word is taken for counts by how rare that is together, not more than the word does.
  w.df := least(all_df, documents);
  exact := least(coalesce(exact, all_df), documents);
  idf := ln(1 + (documents - exact + 0.5) / (exact + 0.5));
  w.best := weights[1] * idf;
  FOR i IN 1 .. cardinality(terms) LOOP
    is_spelt := is_spelt AND kinds[i] = 'spelling';
    is_phrase := starts_with(terms[i], '''');
    IF is_phrase THEN
      ask := '(' || terms[i] || ')';
      way := 4;
    ELSIF kinds[i] = 'prefix' THEN
      ask := reeve.search_lexeme(terms[i]) || ':*';
      way := 3;
      w.beginning := least(w.beginning, terms[i]);
      w.lexeme := coalesce(w.lexeme, terms[i]);
    ELSE
      ask := reeve.search_lexeme(terms[i]);
      groups := CASE WHEN weights[i] = latest THEN groups ELSE groups + 1 END;
      latest := weights[i];
      way := CASE WHEN groups > 2 THEN 4 ELSE groups END;
      w.lexemes := w.lexemes || terms[i] || reeve.word_parts(terms[i]);
      w.lexeme := coalesce(w.lexeme, terms[i]);
    END IF;
    -- ts_rank of several words is their average, and of one phrase up to 1.645 times of a word.
    parts[way] := parts[way] + 1;
    w."values"[way] := CASE parts[way]
      WHEN 1 THEN weights[i] * idf * CASE WHEN is_phrase THEN 0.62 ELSE 1 END
      ELSE parts[way] * greatest(weights[i] * idf, w."values"[way] / (parts[way] - 1)) END;
    w.queries[way] := concat_ws(' | ', w.queries[way], ask);
    longer := NULL;
    IF kinds[i] = 'prefix' AND greatest(dfs[i], known) > few THEN
      SELECT ARRAY[string_agg(reeve.search_lexeme(l.first || l.word), ' | '),
          string_agg(reeve.search_lexeme(l.second || l.word), ' | '),
          string_agg(reeve.search_lexeme(l.word), ' | ')],
        ARRAY[sum(CASE l.first WHEN '' THEN l.df ELSE tier_first END),
          sum(CASE l.second WHEN '' THEN l.df ELSE tier_first * tier_growth END), dfs[i]]
      INTO longer, longer_df
      FROM (
        SELECT o.word::text, o.df,
          CASE WHEN o.cuts IS NULL THEN '' ELSE chr(14) END AS first,
          CASE WHEN cardinality(o.cuts) > 1 THEN chr(15) ELSE '' END AS second
        FROM (
          SELECT * FROM reeve.search_word_shape d
          WHERE d.word >= terms[i] AND d.word < terms[i] || E'\U0010FFFF' LIMIT 1000) o
        WHERE o.word <> ALL (terms) OR o.word = terms[i] AND 'exact' <> ALL (kinds)
        ORDER BY o.df DESC, o.word LIMIT 8) l;
    END IF;
    w.plain := concat_ws(' | ', w.plain, CASE WHEN longer[3] IS NOT NULL
      AND all_df > (k ->> 'prefix_rows')::float8 THEN longer[3] ELSE ask END);
    FOR t IN 1 .. 3 LOOP
      IF longer[3] IS NULL THEN
        w.tiers[t] := concat_ws(' | ', w.tiers[t], CASE WHEN levels[i] >= t
          THEN reeve.search_lexeme(chr(13 + t) || terms[i]) ELSE ask END);
        w.sizes[t] := w.sizes[t] + CASE WHEN levels[i] >= t THEN tier_first * tier_growth ^ (t - 1)
          ELSE dfs[i] END;
      ELSIF t > 1 OR known <= few THEN
        -- Documents with a word itself come first, if there are enough.
        w.tiers[t] := concat_ws(' | ', w.tiers[t], longer[t]);
        w.sizes[t] := w.sizes[t] + longer_df[t];
      END IF;
    END LOOP;
  END LOOP;
  w.spelt := CASE WHEN is_spelt THEN terms[1] END;
  RETURN w;
END
$$;

COMMENT ON FUNCTION reeve.search_scored(
  int, int, bigint, text[], text[], float8[], float8[], int[], jsonb) IS
  'How one word of a query finds and scores documents of a generation, from its variants '
  '(reeve.search_terms), those that count most first: terms, kinds, how many documents have each, '
  'weights, and how many posting tiers each has. k: reeve.search_constants.';
