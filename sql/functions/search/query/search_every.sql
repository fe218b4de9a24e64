CREATE OR REPLACE FUNCTION reeve.search_every(
  generations int[], words text[], is_public boolean, pending text[])
RETURNS TABLE(
  generation_id int, condition text, df bigint, lexemes text[], beginning text, corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  g int;
  s record;
BEGIN
  FOREACH g IN ARRAY generations LOOP
    generation_id := g;
    IF words = '{}' THEN
      condition := 'TRUE';
    ELSE
      EXECUTE format('SELECT * FROM reeve_index.%I($1, $2, $3, $4, $5)', 'search_scoring_' || g)
      INTO s
      USING reeve.search_counted(g, pending), words, is_public, pending,
        reeve.search_constants();
      CONTINUE WHEN s.n = 0;
      condition := format('i.tsv @@ %L', '(' || array_to_string(s.plains,
        CASE s.n WHEN cardinality(words) THEN ') & (' ELSE ') | (' END) || ')');
      df := (SELECT CASE s.n WHEN cardinality(words) THEN min(d) ELSE sum(d) END
        FROM unnest(s.dfs) d);
      lexemes := s.lexemes;
      beginning := s.beginning;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_every(int[], text[], boolean, text[]) IS
  'Condition over i, a document, of each generation: it has every word or, if a word is in no '
  'document, some word. df: about how many meet it; lexemes, beginning: what to mark as matched. '
  'NULL: lexemes, beginning, corrected; df without words.';
