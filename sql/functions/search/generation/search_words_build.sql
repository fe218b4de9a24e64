CREATE OR REPLACE FUNCTION reeve.search_words_build(generation_id int, table_name text)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
-- Little: an index that is written in one go leaves half of each page empty.
SET maintenance_work_mem = '16MB'
AS $$
DECLARE
  g reeve.search_generation := (
    SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_words_build.generation_id);
  counted bigint;
BEGIN
  IF g.declared #> '{search,language,column}' IS NOT NULL THEN
    EXECUTE format('SELECT ARRAY(
        SELECT DISTINCT i.fields ->> ''@'' FROM reeve_index.%I i
        WHERE i.fields ? ''@'' ORDER BY 1)', table_name) INTO g.languages;
  END IF;
  EXECUTE format('SELECT coalesce(avg(l.length), 1), count(*), count(*) FILTER (WHERE l.tsv @@ %L)
    FROM reeve_index.%I l', quote_literal(chr(28)), table_name)
  INTO g.average, g.documents, g.shown;
  EXECUTE format('CREATE INDEX ON reeve_index.%I(range)', table_name);
  EXECUTE format(
    'INSERT INTO reeve_index.%I(word, df, shown, stems)
     SELECT s.word, s.df, s.shown, reeve.word_stems($1, s.word)
     FROM reeve.search_words_stat($2) s', 'word_' || generation_id)
  USING reeve.search_languages(g), table_name;
  GET DIAGNOSTICS counted = ROW_COUNT;
  EXECUTE format(
    'ALTER TABLE reeve_index.%1$I ADD PRIMARY KEY (word);
     CREATE INDEX %2$I ON reeve_index.%1$I USING gin (reeve.word_traces(word), stems)
       WITH (fastupdate = off);
     CREATE INDEX %3$I ON reeve_index.%1$I(reverse(word));
     ANALYZE reeve_index.%1$I', 'word_' || generation_id, 'word_' || generation_id || '_traces',
    'word_' || generation_id || '_reverse');
  UPDATE reeve.search_generation n
  SET languages = g.languages, documents = g.documents, shown = g.shown,
    average = g.average
  WHERE n.generation_id = g.generation_id;
  PERFORM reeve.search_cuts(generation_id, table_name);
  RETURN counted;
END
$$;

COMMENT ON FUNCTION reeve.search_words_build(int, text) IS
  'Writes a generation''s dictionary, its languages, statistics and the cuts of posting tiers, '
  'from a table of documents without them; returns how many words.';
