CREATE OR REPLACE FUNCTION reeve.search_words_repair(
  generation_id int, job_id bigint, lease int)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  g reeve.search_generation;
  words text[];
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN NULL;
  END IF;
  g := reeve.search_hold(generation_id);
  words := ARRAY(SELECT reeve.search_words_verify(generation_id));
  IF words <> '{}' THEN
    EXECUTE format('DELETE FROM reeve_index.%I w WHERE w.word = ANY ($1)', 'word_' || generation_id)
    USING words;
    EXECUTE format(
      'INSERT INTO reeve_index.%I(word, df, stems)
       SELECT s.word, s.ndoc, reeve.word_stems($2, s.word) FROM ts_stat(%L) s
       WHERE s.word = ANY ($1)', 'word_' || generation_id,
      format('SELECT tsv FROM reeve_index.%I', g.table_name))
    USING words, reeve.search_languages(g);
  END IF;
  RETURN cardinality(words);
END
$$;

COMMENT ON FUNCTION reeve.search_words_repair(int, bigint, int) IS
  'Corrects a generation''s dictionary by its documents; returns how many words were wrong. NULL '
  'if the attempt is stale. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.search_words_repair(int, bigint, int) TO reeve_worker;
