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
    EXECUTE format(
      'WITH s AS MATERIALIZED (
         SELECT t.* FROM reeve.search_words_stat($3) t WHERE t.word = ANY ($1)
       ), gone AS (
         DELETE FROM reeve_index.%1$I w
         WHERE w.word = ANY ($1) AND NOT EXISTS (SELECT FROM s WHERE s.word = w.word))
       INSERT INTO reeve_index.%1$I AS w(word, df, shown, stems)
       SELECT s.word, s.df, s.shown, reeve.word_stems($2, s.word) FROM s
       ON CONFLICT (word) DO UPDATE
       SET df = excluded.df, shown = excluded.shown, stems = excluded.stems',
      'word_' || generation_id)
    USING words, reeve.search_languages(g), g.table_name;
  END IF;
  RETURN cardinality(words);
END
$$;

COMMENT ON FUNCTION reeve.search_words_repair(int, bigint, int) IS
  'Corrects a generation''s dictionary by its documents; returns how many words were wrong. NULL '
  'if the attempt is stale. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.search_words_repair(int, bigint, int) TO reeve_worker;
