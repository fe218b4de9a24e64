CREATE OR REPLACE FUNCTION reeve.search_scoring(
  generation_id int, words text[], is_public boolean,
  OUT n int, OUT "values" float8[], OUT queries tsquery[], OUT more_values float8[],
  OUT more_queries tsquery[], OUT more_words int[], OUT pairs tsquery[], OUT title tsquery,
  OUT stops tsquery[], OUT heads tsquery, OUT plains text[], OUT dfs float8[], OUT tiers text[],
  OUT sizes float8[], OUT lexemes text[], OUT beginning text, OUT corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation;
  k jsonb := reeve.search_constants();
  v record;
  w reeve.search_scored_word;
  found reeve.search_scored_word[] := '{}';
  ideal float8 := 0;
  spelt text[] := words;
  by_place text[];
  exact text[] := '{}';
  -- Of which titles may be the name.
  names text;
  stopped text[];
  first int := 1;
  last int;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation x
  WHERE x.generation_id = search_scoring.generation_id;
  n := 0;
  "values" := array_fill(NULL::float8, ARRAY[24]);
  queries := array_fill(NULL::tsquery, ARRAY[24]);
  -- Query variants by place, those that count most first; how many posting tiers each has.
  SELECT array_agg(s.place ORDER BY s.nr) AS places, array_agg(s.lexeme ORDER BY s.nr) AS lexemes,
    array_agg(s.kind ORDER BY s.nr) AS kinds, array_agg(s.df ORDER BY s.nr) AS dfs,
    array_agg(s.weight ORDER BY s.nr) AS weights, array_agg(s.levels ORDER BY s.nr) AS levels
  INTO v
  FROM (
    SELECT p.place, u.lexeme, u.kind, least(u.df, g.documents)::float8 AS df, u.weight,
      coalesce(CASE WHEN u.kind <> 'prefix' THEN (
        SELECT cardinality(d.cuts) FROM reeve.search_word_shape d WHERE d.word = u.lexeme) END, 0)
        AS levels,
      row_number() OVER (ORDER BY p.place, u.weight DESC, u.df DESC, u.lexeme) AS nr
    FROM (
      SELECT * FROM reeve.search_terms_of(search_scoring.generation_id, words) WHERE NOT is_public
      UNION ALL
      SELECT * FROM reeve.search_terms_public(search_scoring.generation_id, words) WHERE is_public)
      u(first, span, word, lexeme, kind, df, weight)
    -- Two words that are one count at both places, as if they were two.
    CROSS JOIN LATERAL generate_series(u.first, u.first + u.span - 1) p(place)
    WHERE u.df > 0) s;
  WHILE first <= cardinality(v.places) LOOP
    last := first;
    WHILE v.places[last + 1] = v.places[first] LOOP
      last := last + 1;
    END LOOP;
    w := reeve.search_scored(search_scoring.generation_id, v.places[first], g.documents,
      v.lexemes[first:last], v.kinds[first:last], v.dfs[first:last], v.weights[first:last],
      v.levels[first:last], k);
    found := found || w;
    ideal := ideal + w.best;
    by_place[w.place] := w.plain;
    lexemes := lexemes || w.lexemes;
    beginning := least(beginning, w.beginning);
    exact := exact || w.lexeme;
    FOR i IN first .. last LOOP
      IF v.kinds[i] IN ('exact', 'form', 'synonym') OR v.lexemes[i] = w.lexeme THEN
        names := concat_ws(' | ', names, reeve.search_lexeme(chr(30) || v.lexemes[i]));
      END IF;
    END LOOP;
    IF w.spelt IS NOT NULL THEN
      spelt[w.place] := w.spelt;
      corrected := array_to_string(spelt, ' ');
    END IF;
    first := last + 1;
  END LOOP;
  IF found = '{}' THEN
    RETURN;
  END IF;
  -- The rarest word first.
  FOR w IN SELECT u.* FROM unnest(found) u ORDER BY u.best DESC, u.place LOOP
    n := n + 1;
    FOR i IN 1 .. 4 LOOP
      -- ts_rank of one occurrence is its weight divided by 1.6449: each word once in a title is 1.
      IF w.queries[i] IS NULL THEN
        CONTINUE;
      ELSIF n <= 6 THEN
        "values"[4 * n - 4 + i] := w."values"[i] * 1.6449340668482264::float8 / ideal;
        queries[4 * n - 4 + i] := w.queries[i];
      ELSE
        more_values := more_values || w."values"[i] * 1.6449340668482264::float8 / ideal;
        more_queries := more_queries || w.queries[i]::tsquery;
        more_words := more_words || n;
      END IF;
    END LOOP;
    plains := plains || w.plain;
    dfs := dfs || w.df;
    tiers := tiers || w.tiers;
    sizes := sizes || w.sizes;
  END LOOP;
  -- Of more words it says little which one a title is the name of.
  IF n <= 3 THEN
    heads := nullif(concat_ws(' | ', names, CASE WHEN beginning <> ALL (coalesce(lexemes, '{}'))
      THEN reeve.search_lexeme(chr(30) || beginning) || ':*' END), '');
  END IF;
  IF n < cardinality(words) THEN
    -- Stop words find no document, but one that has them in its best field counts more.
    stopped := array_remove(reeve.word_stops(reeve.search_languages(g), words), NULL);
    exact := exact || stopped;
    SELECT array_agg((reeve.search_lexeme(s) || ':' || reeve.search_best_field(
      g.declared -> 'search'))::tsquery) INTO stops FROM unnest(stopped[:8]) s;
  END IF;
  FOR i IN 1 .. least(cardinality(words) - 1, 7) LOOP
    IF by_place[i] IS NOT NULL AND by_place[i + 1] IS NOT NULL THEN
      pairs := pairs || format('(%s) <-> (%s)', by_place[i], by_place[i + 1])::tsquery;
    END IF;
  END LOOP;
  IF cardinality(exact) = cardinality(words) AND cardinality(exact) <= 4
    AND array_position(exact, NULL) IS NULL
  THEN
    title := reeve.search_lexeme(reeve.search_title_lexeme(
      tsvector_to_array(array_to_tsvector(exact))))::tsquery;
  END IF;
  lexemes := ARRAY(SELECT DISTINCT l FROM unnest(lexemes) l);
END
$$;

COMMENT ON FUNCTION reeve.search_scoring(int, text[], boolean) IS
  'What a query scores documents of a generation by, as reeve.search_score takes it, of n known '
  'words, the rarest first: plains: tsqueries of all documents with each, dfs: about how many they '
  'are; tiers, sizes: the same for three posting tiers of each word; heads: titles that are the '
  'name of a word. lexemes, beginning: what to mark as matched. NULL: more_values, more_queries, '
  'more_words, pairs, title, stops, heads, beginning, corrected; all but n, values and queries '
  'where no word is known.';
