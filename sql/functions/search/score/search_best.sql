CREATE OR REPLACE FUNCTION reeve.search_best(
  generation_id int, words text[], condition text, max int, is_public boolean, must tsquery,
  pending text[])
RETURNS TABLE(key text, popularity real, rank real, lexemes text[], beginning text, corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation;
  k jsonb := reeve.search_constants();
  s record;
  -- What documents have that everybody may see.
  listed tsquery := quote_literal(chr(28));
  asks text[];
  candidates tsquery;
  is_whole boolean;
  most int;
  finalists int;
  found record;
  keys text[] := '{}';
  popularities real[] := '{}';
  scores float8[] := '{}';
BEGIN
  g := reeve.search_counted(search_best.generation_id, pending);
  IF is_public THEN
    -- Where most documents are to be seen, looking at each costs less than the list of them.
    IF g.shown < 0.2 * g.documents THEN
      must := coalesce(must && listed, listed);
      listed := NULL;
    END IF;
    g.documents := g.shown;
  ELSE
    listed := NULL;
  END IF;
  s := reeve.search_scoring(g, words, is_public, pending, k);
  IF s.n = 0 THEN
    RETURN;
  END IF;
  is_whole := g.documents * least(s.n, 6) <= (k ->> 'score_all_documents')::float8;
  most := greatest((k ->> 'candidates')::int, 3 * search_best.max,
    CASE WHEN is_whole THEN g.documents END);
  -- Of a collection that is scored whole, all that neighbouring words can bring to the page.
  finalists := greatest(CASE WHEN is_whole THEN 400 WHEN s.n > 6 THEN 200
    ELSE (k ->> 'finalists')::int END, 2 * search_best.max);
  asks := reeve.search_asks(s.plains, s.dfs, s.tiers, s.sizes, g.documents, search_best.max,
    must IS NOT NULL OR condition <> 'TRUE', k);
  FOR i IN 1 .. cardinality(asks) LOOP
    -- A title that is just the words is among the candidates however many rows have them.
    candidates := coalesce(asks[i]::tsquery || s.title, asks[i]::tsquery);
    candidates := coalesce(candidates && must, candidates);
    IF condition = 'TRUE' THEN
      SELECT coalesce(array_agg(t.key), '{}') AS keys, array_agg(t.popularity) AS popularities,
        array_agg(t.score) AS scores
      INTO found
      FROM reeve.search_scores(candidates, most, finalists, search_best.max, s."values", s.queries,
        least(s.n, 6), s.more_values, s.more_queries, s.more_words, s.n, s.pairs, s.title,
        s.stops, listed, s.heads) t;
    ELSE
      -- Each of some documents is looked at: an index of a range has far more rows.
      EXECUTE format('SELECT coalesce(array_agg(t.key), ''{}'') AS keys,
        array_agg(t.popularity) AS popularities, array_agg(t.score) AS scores FROM (%s) t',
        reeve.search_score(g.table_name, g.collection_id, CASE
          WHEN i < cardinality(asks) OR s.dfs[1] < 20000 THEN format('(%s) IS TRUE', condition)
          ELSE condition END, least(s.n, 6), k))
      INTO found
      USING candidates, most, finalists, search_best.max, s."values", s.queries, least(s.n, 6),
        s.more_values, s.more_queries, s.more_words, s.n, s.pairs, s.title, s.stops, listed,
        s.heads;
    END IF;
    keys := keys || found.keys;
    popularities := popularities || found.popularities;
    scores := scores || found.scores;
    EXIT WHEN cardinality(found.keys) >= search_best.max;
  END LOOP;
  RETURN QUERY
    SELECT t.key, t.popularity, t.score::real, s.lexemes, s.beginning, s.corrected
    FROM (
      SELECT DISTINCT ON (u.key) u.* FROM unnest(keys, popularities, scores)
        u(key, popularity, score) ORDER BY u.key) t
    ORDER BY t.score DESC, t.popularity DESC, t.key LIMIT search_best.max;
END
$$;

COMMENT ON FUNCTION reeve.search_best(int, text[], text, int, boolean, tsquery, text[]) IS
  'What reeve.search_top returns, of one generation (reeve.search_special). NULL: beginning, '
  'corrected.';
