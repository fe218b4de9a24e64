CREATE OR REPLACE FUNCTION reeve.search_forms(
  generation_id int, languages regconfig[], word text, seen jsonb)
RETURNS TABLE(lexeme text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  IF languages = '{}' THEN
    RETURN QUERY
      SELECT w.word::text, CASE WHEN seen = '{}' THEN w.df
        ELSE coalesce((seen ->> w.word)::bigint, w.df) END, 0.85::float8
      FROM reeve.search_word_shape w
      WHERE w.word = ANY (ARRAY(SELECT f.form FROM reeve.word_forms(search_forms.word) f))
        AND (seen ->> w.word) IS DISTINCT FROM '0'
      ORDER BY 2 DESC, 1 LIMIT 4;
  ELSIF languages <> ARRAY['simple'::regconfig] THEN
    RETURN QUERY
      SELECT w.word::text, CASE WHEN seen = '{}' THEN w.df
        ELSE coalesce((seen ->> w.word)::bigint, w.df) END, 0.9::float8
      FROM reeve.search_word_shape w
      WHERE w.stems && reeve.word_stems(languages, search_forms.word)
        AND w.word <> search_forms.word AND (seen ->> w.word) IS DISTINCT FROM '0'
      ORDER BY 2 DESC, 1 LIMIT 4;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_forms(int, regconfig[], text, jsonb) IS
  'Up to four other forms of a word in a generation''s dictionary: of the same stem, or without '
  'languages by common endings.';
