CREATE OR REPLACE FUNCTION reeve.search_words_verify(generation_id int) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_words_verify.generation_id;
  RETURN QUERY EXECUTE format(
    'SELECT coalesce(s.word, w.word)
     FROM reeve.search_words_stat($2) s
     FULL JOIN reeve_index.%I w ON w.word = s.word
     WHERE (w.df, w.shown, w.stems)
       IS DISTINCT FROM (s.df, s.shown, reeve.word_stems($1, s.word))
     ORDER BY coalesce(s.word, w.word) COLLATE "C"', 'word_' || generation_id)
  USING reeve.search_languages(g), g.table_name;
END
$$;

COMMENT ON FUNCTION reeve.search_words_verify(int) IS
  'Words whose entry in a generation''s dictionary is missing, differs from its documents, or '
  'belongs to no document.';

GRANT EXECUTE ON FUNCTION reeve.search_words_verify(int) TO reeve_worker;
