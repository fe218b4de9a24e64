CREATE OR REPLACE FUNCTION reeve.search_words_build(generation_id int, table_name text)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  words text := 'word_' || generation_id;
  deletions text := 'deletion_' || generation_id;
  counted bigint;
BEGIN
  EXECUTE format('INSERT INTO reeve_index.%I(word, df) SELECT s.word, s.ndoc FROM ts_stat(%L) s',
    words, format('SELECT tsv FROM reeve_index.%I', table_name));
  GET DIAGNOSTICS counted = ROW_COUNT;
  EXECUTE format('ALTER TABLE reeve_index.%1$I ADD PRIMARY KEY (word); ANALYZE reeve_index.%1$I',
    words);
  EXECUTE format(
    'INSERT INTO reeve_index.%I(key, word) SELECT d.key, w.word FROM reeve_index.%I w
     CROSS JOIN LATERAL reeve.search_deletions(w.word) d(key)
     WHERE reeve.search_is_correctable(w.word)', deletions, words);
  EXECUTE format('ALTER TABLE reeve_index.%1$I ADD PRIMARY KEY (key, word);
    ANALYZE reeve_index.%1$I', deletions);
  EXECUTE format('UPDATE reeve.search_generation SET documents =
    (SELECT count(*) FROM reeve_index.%I) WHERE generation_id = $1', table_name)
  USING generation_id;
  RETURN counted;
END
$$;

COMMENT ON FUNCTION reeve.search_words_build(int, text) IS
  'Writes a generation''s dictionary and its statistics; how many words.';
