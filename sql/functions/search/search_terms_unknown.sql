CREATE OR REPLACE FUNCTION reeve.search_terms_unknown(generation_id int, words text[])
RETURNS TABLE(
  place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  FOR place, word IN
    SELECT w.place, w.word FROM unnest(words) WITH ORDINALITY w(word, place)
    WHERE w.word IS NOT NULL AND NOT reeve.word_is_pair(w.word)
  LOOP
    span := 1;
    kind := 'spelling';
    FOR lexeme, df, weight IN EXECUTE format(
      'SELECT s.word, s.df, 0.85 - 0.3 * s.cost FROM (
         SELECT w.word, w.df, reeve.word_cost($1, w.word) AS cost FROM reeve_index.%1$I w
         WHERE reeve.word_traces(w.word) && $2
           AND abs(char_length(w.word) - char_length($1)) <= 1) s
       WHERE s.cost < 1.7 ORDER BY s.cost - 0.12 * ln(s.df), s.word LIMIT 4',
      'word_' || generation_id)
      USING word, reeve.word_near(word)
    LOOP
      RETURN NEXT;
    END LOOP;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_unknown(int, text[]) IS
  'What in a generation''s dictionary may be meant by the words of a query that it does not have '
  '(NULL: it has).';
