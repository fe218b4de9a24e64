CREATE OR REPLACE FUNCTION reeve.search_words_build(generation_id int) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
-- Little: an index that is written in one go leaves half of each page empty.
SET maintenance_work_mem = '16MB'
AS $$
DECLARE
  g reeve.search_generation := (
    SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_words_build.generation_id);
  cuts jsonb;
  counted bigint;
BEGIN
  IF g.declared #> '{search,language,column}' IS NOT NULL THEN
    EXECUTE format('SELECT ARRAY(
        SELECT DISTINCT i.fields ->> $1 FROM reeve_index.%I i
        WHERE i.fields ->> $1 <> '''' ORDER BY 1)', g.table_name)
    INTO g.languages USING cardinality(reeve.search_lexed(g.declared -> 'search', g.ranges));
  END IF;
  EXECUTE format('SELECT count(*), count(*) FILTER (WHERE l.tsv @@ %L) FROM reeve_index.%I l',
    quote_literal(chr(28)), g.table_name)
  INTO g.documents, g.shown;
  EXECUTE format('SELECT jsonb_object_agg(w.word, w.cuts) FROM reeve_index.%I w
    WHERE w.cuts IS NOT NULL',
    'word_' || generation_id) INTO cuts;
  EXECUTE format('TRUNCATE reeve_index.%I', 'word_' || generation_id);
  EXECUTE format(
    'INSERT INTO reeve_index.%I(word, df, shown, stems, cuts)
     SELECT s.word, s.df, s.shown, reeve.word_stems($1, s.word),
       CASE WHEN $3 ? s.word THEN ARRAY(
         SELECT c::float8 FROM jsonb_array_elements_text($3 -> s.word) c) END
     FROM reeve.search_words_stat($2) s', 'word_' || generation_id)
  USING reeve.search_languages(g), g.table_name, cuts;
  GET DIAGNOSTICS counted = ROW_COUNT;
  EXECUTE format(
    'ALTER TABLE reeve_index.%1$I ADD PRIMARY KEY (word), REPLICA IDENTITY DEFAULT;
     CREATE INDEX %2$I ON reeve_index.%1$I USING gin (reeve.word_traces(word), stems)
       WITH (fastupdate = off);
     CREATE INDEX %3$I ON reeve_index.%1$I(reverse(word));
     ANALYZE reeve_index.%1$I', 'word_' || generation_id, 'word_' || generation_id || '_traces',
    'word_' || generation_id || '_reverse');
  UPDATE reeve.search_generation n
  SET languages = g.languages, documents = g.documents, shown = g.shown
  WHERE n.generation_id = g.generation_id;
  RETURN counted;
END
$$;

COMMENT ON FUNCTION reeve.search_words_build(int) IS
  'Writes a generation''s dictionary, its languages and statistics, from its documents and the '
  'cuts of posting tiers that it holds; returns how many words.';
