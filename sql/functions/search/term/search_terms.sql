CREATE OR REPLACE FUNCTION reeve.search_terms(generations int[], words text[])
RETURNS TABLE(
  generation_id int, place int, span int, word text, lexeme text, kind text, df bigint,
  weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
BEGIN
  FOR g IN SELECT n.* FROM reeve.search_generation n WHERE n.generation_id = ANY (generations)
  LOOP
    RETURN QUERY EXECUTE format(
      'SELECT $3, t.place, t.span, t.word, t.lexeme, t.kind, t.df, t.weight
       FROM reeve_index.%I($1, $2) t', 'search_terms_of_' || g.generation_id)
    USING g, words, g.generation_id;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_terms(int[], text[]) IS
  'Returns the terms as which the words of a query are searched for in each generation. Kinds: '
  'exact (df 0: it does not occur), form (a plural, a word of the same stem), synonym, prefix, '
  'joined (with the next word: span 2), split (a phrase of two), part (it contains the word, or is '
  'contained in it) and spelling, the last only for a word that the generation has not, or at most '
  'two documents where the other word has fifty times as many. Weights are over 0, at most 1.';
