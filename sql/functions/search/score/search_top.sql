CREATE OR REPLACE FUNCTION reeve.search_top(
  generation_id int, words text[], condition text, max int, is_public boolean DEFAULT FALSE,
  must tsquery DEFAULT NULL, pending text[] DEFAULT NULL)
RETURNS TABLE(key text, popularity real, rank real, lexemes text[], beginning text, corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT * FROM reeve_index.%I($1, $2, $3, $4, $5, $6, $7)',
    'search_best_' || generation_id)
  USING generation_id, words, condition, max, is_public, must, pending;
END
$$;

COMMENT ON FUNCTION reeve.search_top(int, text[], text, int, boolean, tsquery, text[]) IS
  'Best documents of a generation for words, of those that meet a condition over i, a document, '
  'and a tsquery, and are not hidden now: by score, popularity and key. rank: 1 is every word once '
  'in the best field of a document of average length. Stop words count only beside others, and in '
  'the best field. Of a large collection the candidates are those that promise most. NULL: '
  'beginning, corrected.';
