CREATE OR REPLACE FUNCTION reeve.search_scoring(
  generation_id int, words text[], is_public boolean, pending text[])
RETURNS reeve.search_scoring
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  g reeve.search_generation := (
    SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_scoring.generation_id);
  k constant jsonb := reeve.search_constants();
  r reeve.search_scoring;
  -- Of what has changed, nothing is known yet.
  documents constant float8 := greatest(CASE WHEN is_public THEN g.shown ELSE g.documents END
    - coalesce(cardinality(pending), 0), 1);
  t record;
  w reeve.search_scored_word;
  -- The words, in the order in which they are scored.
  scored reeve.search_scored_word[];
  n int := 0;
  "values" float8[] := array_fill(NULL::float8, ARRAY[24]);
  queries tsquery[] := array_fill(NULL::tsquery, ARRAY[24]);
  tier_first constant float8 := k ->> 'tier_first';
  tier_growth constant float8 := k ->> 'tier_growth';
  few constant float8 := (k ->> 'tier_margin')::float8 * tier_first;
  -- Of the word that is gone through: documents with a variant of it, with the word or a form of
  -- it, and with itself; how many variants each way has; the groups of variants of one weight.
  all_df float8;
  known float8;
  exact float8;
  parts int[];
  groups int;
  latest float8;
  is_spelt boolean;
  ask text;
  way int;
  -- The commonest words with a beginning that many rows have: by their first tiers, by their second
  -- ones, and as they are.
  longer text[];
  longer_df float8[];
  ideal float8 := 0;
  spelt text[] := words;
  by_place text[];
  titled text[] := '{}';
  -- Of which titles may be the name.
  names text;
  stopped text[];
BEGIN
  FOR t IN
    -- Two words that are one count at both positions, as if they were two; NULL ends the last word.
    SELECT p.at, u.kind, u.lexeme, u.weight, u.levels, least(u.df, documents) AS df
    FROM reeve.search_terms_of(g, words, is_public, pending) u
    CROSS JOIN LATERAL generate_series(u.place, u.place + u.span - 1) p(at)
    WHERE u.df > 0
    UNION ALL
    SELECT NULL, NULL, NULL, NULL, NULL, NULL
    ORDER BY 1, 4 DESC, 6 DESC, 3
  LOOP
    IF t.at IS DISTINCT FROM w.place THEN
      IF w.place IS NOT NULL THEN
        -- All terms that a word is taken for count by their rarity together, at most as much as the
        -- word itself.
        w.df := least(all_df, documents);
        exact := least(coalesce(exact, all_df), documents);
        w.idf := ln(1 + (documents - exact + 0.5) / (exact + 0.5));
        w.best := w.best * w.idf;
        ideal := ideal + w.best;
        by_place[w.place] := w.plain;
        titled := titled || w.lexeme;
        IF is_spelt THEN
          spelt[w.place] := w.lexeme;
          r.corrected := array_to_string(spelt, ' ');
        END IF;
        scored := scored || w;
      END IF;
      w := ROW(t.at, t.weight, 0, 0, NULL, '{NULL,NULL,NULL}', '{0,0,0}', '{NULL,NULL,NULL,NULL}',
        '{0,0,0,0}', t.lexeme);
      all_df := 0;
      known := 0;
      exact := NULL;
      parts := '{0,0,0,0}';
      groups := 0;
      latest := NULL;
      is_spelt := TRUE;
    END IF;
    EXIT WHEN t.at IS NULL;
    all_df := all_df + t.df;
    is_spelt := is_spelt AND t.kind = 'spelling';
    longer := NULL;
    IF t.kind IN ('exact', 'form') THEN
      known := known + t.df;
      exact := CASE t.kind WHEN 'exact' THEN t.df ELSE exact END;
    END IF;
    -- Variants of the two greatest weights, beginnings, and others, of phrases among them.
    IF starts_with(t.lexeme, '''') THEN
      ask := '(' || t.lexeme || ')';
      way := 4;
      -- ts_rank of a phrase is up to 1.645 times that of a word.
      t.weight := 0.62 * t.weight;
    ELSIF t.kind = 'prefix' THEN
      ask := reeve.search_lexeme(t.lexeme) || ':*';
      way := 3;
      r.beginning := least(r.beginning, t.lexeme);
      IF greatest(t.df, known) > few THEN
        SELECT ARRAY[string_agg(reeve.search_lexeme(l.first || l.word), ' | '),
            string_agg(reeve.search_lexeme(l.second || l.word), ' | '),
            string_agg(reeve.search_lexeme(l.word), ' | ')],
          ARRAY[sum(CASE l.first WHEN '' THEN l.df ELSE tier_first END),
            sum(CASE l.second WHEN '' THEN l.df ELSE tier_first * tier_growth END), t.df]
        INTO longer, longer_df
        FROM (
          SELECT o.word::text, o.df,
            CASE WHEN o.cuts IS NULL THEN '' ELSE chr(14) END AS first,
            CASE WHEN cardinality(o.cuts) > 1 THEN chr(15) ELSE '' END AS second
          FROM (
            SELECT d.word, d.cuts, CASE WHEN is_public THEN d.shown ELSE d.df END AS df
            FROM reeve.search_word_shape d
            WHERE d.word >= t.lexeme AND d.word < t.lexeme || E'\U0010FFFF'
              AND (d.shown > 0 OR NOT is_public) LIMIT 1000) o
          WHERE o.word <> t.lexeme OR known = 0
          ORDER BY o.df DESC, o.word LIMIT 8) l;
      END IF;
    ELSE
      ask := reeve.search_lexeme(t.lexeme);
      groups := CASE WHEN t.weight = latest THEN groups ELSE groups + 1 END;
      latest := t.weight;
      way := CASE WHEN groups > 2 THEN 4 ELSE groups END;
      r.lexemes := r.lexemes || t.lexeme || reeve.word_parts(t.lexeme);
    END IF;
    IF t.kind IN ('exact', 'form', 'synonym')
      OR t.lexeme = w.lexeme AND t.kind <> 'prefix'
    THEN
      names := concat_ws(' | ', names, reeve.search_lexeme(chr(30) || t.lexeme));
    END IF;
    -- ts_rank of several words is their average.
    parts[way] := parts[way] + 1;
    w."values"[way] := parts[way] * greatest(t.weight,
      w."values"[way] / greatest(parts[way] - 1, 1));
    w.queries[way] := concat_ws(' | ', w.queries[way], ask);
    w.plain := concat_ws(' | ', w.plain, CASE WHEN longer[3] IS NOT NULL
      AND all_df > (k ->> 'prefix_rows')::float8 THEN longer[3] ELSE ask END);
    FOR i IN 1 .. 3 LOOP
      IF longer[3] IS NULL THEN
        w.tiers[i] := concat_ws(' | ', w.tiers[i], CASE WHEN t.levels >= i
          THEN reeve.search_lexeme(chr(13 + i) || t.lexeme) ELSE ask END);
        w.sizes[i] := w.sizes[i] + CASE WHEN t.levels >= i THEN tier_first * tier_growth ^ (i - 1)
          ELSE t.df END;
      ELSIF i > 1 OR known <= few THEN
        -- Documents with a word itself come first, if there are enough.
        w.tiers[i] := concat_ws(' | ', w.tiers[i], longer[i]);
        w.sizes[i] := w.sizes[i] + longer_df[i];
      END IF;
    END LOOP;
  END LOOP;
  IF scored IS NULL THEN
    RETURN NULL;
  END IF;
  -- The rarest word first.
  scored := ARRAY(SELECT u FROM unnest(scored) u ORDER BY u.best DESC, u.place);
  FOREACH w IN ARRAY scored LOOP
    n := n + 1;
    FOR i IN 1 .. 4 LOOP
      -- ts_rank of one occurrence is its weight divided by 1.6449: each word once in a title is 1.
      IF w.queries[i] IS NULL THEN
        CONTINUE;
      ELSIF n <= 6 THEN
        "values"[4 * n - 4 + i] := w."values"[i] * w.idf * 1.6449340668482264::float8 / ideal;
        queries[4 * n - 4 + i] := w.queries[i];
      ELSE
        r.more_values := r.more_values
          || w."values"[i] * w.idf * 1.6449340668482264::float8 / ideal;
        r.more_queries := r.more_queries || w.queries[i]::tsquery;
        r.more_words := r.more_words || n;
      END IF;
    END LOOP;
    r.plains := r.plains || w.plain;
    r.dfs := r.dfs || w.df;
    r.tiers := r.tiers || w.tiers;
    r.sizes := r.sizes || w.sizes;
  END LOOP;
  -- Of more words it says little which one a title is the name of.
  IF n <= 3 THEN
    r.heads := nullif(concat_ws(' | ', names, CASE
      WHEN r.beginning <> ALL (coalesce(r.lexemes, '{}'))
      THEN reeve.search_lexeme(chr(30) || r.beginning) || ':*' END), '');
  END IF;
  IF n < cardinality(words) THEN
    -- Stop words find no document, but one that has them in its best field counts more.
    stopped := array_remove(reeve.word_stops(reeve.search_languages(g), words), NULL);
    titled := titled || stopped;
    SELECT array_agg((reeve.search_lexeme(s) || ':' || reeve.search_best_field(
      g.declared -> 'search'))::tsquery) INTO r.stops FROM unnest(stopped[:8]) s;
  END IF;
  FOR i IN 1 .. least(cardinality(words) - 1, 7) LOOP
    IF by_place[i] IS NOT NULL AND by_place[i + 1] IS NOT NULL THEN
      r.pairs := r.pairs || format('(%s) <-> (%s)', by_place[i], by_place[i + 1])::tsquery;
    END IF;
  END LOOP;
  IF cardinality(titled) = cardinality(words) AND cardinality(titled) <= 4 THEN
    r.title := reeve.search_lexeme(reeve.search_title_lexeme(
      tsvector_to_array(array_to_tsvector(titled))))::tsquery;
  END IF;
  r.n := n;
  r.documents := documents;
  r."values" := "values";
  r.queries := queries;
  r.scored := scored;
  r.pattern := reeve.search_pattern(r.lexemes, r.beginning);
  r.corrected := reeve.script_plain(r.corrected);
  RETURN r;
END
$$;

COMMENT ON FUNCTION reeve.search_scoring(int, text[], boolean, text[]) IS
  'How the words of a query find and score the documents of a generation; pending: '
  'reeve.search_terms_of. NULL: result, where no word is known.';
