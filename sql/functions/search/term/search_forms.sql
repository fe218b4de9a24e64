CREATE OR REPLACE FUNCTION reeve.search_forms(
  generation_id int, languages regconfig[], word text, is_public boolean, less jsonb)
RETURNS TABLE(lexeme text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  IF languages = '{}' THEN
    RETURN QUERY
      SELECT w.word::text, reeve.search_df(w.df, w.shown, w.word, is_public, less), 0.85::float8
      FROM reeve.search_word_shape w
      WHERE w.word = ANY (ARRAY(SELECT f.form FROM reeve.word_forms(search_forms.word) f))
        AND reeve.search_df(w.df, w.shown, w.word, is_public, less) > 0
      ORDER BY 2 DESC, 1 LIMIT 4;
  ELSIF languages <> ARRAY['simple'::regconfig] THEN
    RETURN QUERY
      SELECT w.word::text, reeve.search_df(w.df, w.shown, w.word, is_public, less), 0.9::float8
      FROM reeve.search_word_shape w
      WHERE w.stems && reeve.word_stems(languages, search_forms.word)
        AND w.word <> search_forms.word
        AND reeve.search_df(w.df, w.shown, w.word, is_public, less) > 0
      ORDER BY 2 DESC, 1 LIMIT 4;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_forms(int, regconfig[], text, boolean, jsonb) IS
  'Up to four other forms of a word in a generation''s dictionary: of the same stem, or without '
  'languages by common endings.';
