CREATE OR REPLACE FUNCTION reeve.search_top(q reeve.search_query, nr int, max int)
RETURNS TABLE(key text, popularity real, rank real)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  g reeve.search_generation := (
    SELECT n FROM reeve.search_generation n WHERE n.generation_id = q.generations[nr]);
  s reeve.search_scoring := q.scorings[nr];
  must tsquery := q.musts[nr];
  condition text := q.conditions[nr];
  k jsonb := reeve.search_constants();
  -- The lexeme of documents that everybody may see.
  listed tsquery := CASE WHEN q.is_public THEN quote_literal(chr(28)) END;
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
  IF s.n IS NULL THEN
    RETURN;
  END IF;
  -- Where most documents are to be seen, looking at each costs less than the list of them.
  IF s.documents < 0.2 * g.documents AND q.is_public THEN
    must := coalesce(must && listed, listed);
    listed := NULL;
  END IF;
  is_whole := s.documents * least(s.n, 6) <= (k ->> 'score_all_documents')::float8;
  most := greatest((k ->> 'candidates')::int, 3 * search_top.max,
    CASE WHEN is_whole THEN s.documents END);
  -- Of a collection that is scored whole, all that neighbouring words can bring to the page.
  finalists := greatest(CASE WHEN is_whole THEN 400 WHEN s.n > 6 THEN 200
    ELSE (k ->> 'finalists')::int END, 2 * search_top.max);
  asks := reeve.search_asks(s.plains, s.dfs, s.tiers, s.sizes, s.documents, search_top.max,
    must IS NOT NULL OR condition <> 'TRUE', k);
  FOR i IN 1 .. cardinality(asks) LOOP
    -- A title that is just the words is among the candidates however many rows have them.
    candidates := coalesce(asks[i]::tsquery || s.title, asks[i]::tsquery);
    candidates := coalesce(candidates && must, candidates);
    IF condition = 'TRUE' THEN
      SELECT coalesce(array_agg(t.key), '{}') AS keys, array_agg(t.popularity) AS popularities,
        array_agg(t.score) AS scores
      INTO found
      FROM reeve.search_scores(candidates, most, finalists, search_top.max, s."values", s.queries,
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
      USING candidates, most, finalists, search_top.max, s."values", s.queries, least(s.n, 6),
        s.more_values, s.more_queries, s.more_words, s.n, s.pairs, s.title, s.stops, listed,
        s.heads;
    END IF;
    keys := keys || found.keys;
    popularities := popularities || found.popularities;
    scores := scores || found.scores;
    EXIT WHEN cardinality(found.keys) >= search_top.max;
  END LOOP;
  RETURN QUERY
    SELECT t.key, t.popularity, t.score::real
    FROM (
      SELECT DISTINCT ON (u.key) u.* FROM unnest(keys, popularities, scores)
        u(key, popularity, score) ORDER BY u.key) t
    ORDER BY t.score DESC, t.popularity DESC, t.key LIMIT search_top.max;
END
$$;

COMMENT ON FUNCTION reeve.search_top(reeve.search_query, int, int) IS
  'Best documents of a generation (reeve.search_special), the nr-th of a query: by score, '
  'popularity and key, of those that meet its conditions and are not hidden now. rank: 1 is every '
  'word once in the best field of a document of average length. Stop words count only beside '
  'others, and in the best field. Of a large collection the candidates are those that promise '
  'most.';
