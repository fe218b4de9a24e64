CREATE OR REPLACE FUNCTION reeve.search_apply(generation_id int, keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  written bigint;
  more bigint;
  met text[];
  said text[];
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_apply.generation_id;
  PERFORM reeve.search_await(g.collection_id, array_remove(keys, NULL));
  IF array_position(keys, NULL) IS NOT NULL THEN
    -- Truncated: every indexed row is read again.
    EXECUTE format('SELECT array_agg(i.key) || $1 FROM reeve_index.%I i', g.table_name)
    INTO keys USING array_remove(keys, NULL);
  END IF;
  EXECUTE format('SELECT * FROM reeve_index.%I($1, $2, $3, $4)', 'search_write_' || generation_id)
  INTO written, more, met, said
  USING keys, reeve.search_languages(g), g.average,
    (reeve.search_constants() ->> 'length_share')::float8;
  -- A word that no document has any more is forgotten: it may have been somebody's name.
  EXECUTE format('DELETE FROM reeve_index.%I w WHERE w.word = ANY ($1) AND w.df <= 0',
    'word_' || generation_id) USING met;
  -- A language that no row had: the dictionary has none of its forms.
  PERFORM reeve.search_call(ARRAY[g.collection_id], 'search.reindex')
  WHERE NOT said <@ g.languages AND g.state = 'live';
  IF written <> 0 OR more <> 0 THEN
    UPDATE reeve.search_generation n
    SET documents = n.documents + written, shown = n.shown + more
    WHERE n.generation_id = search_apply.generation_id;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_apply(int, text[]) IS
  'Reads rows again and writes or removes their documents in one generation, and recounts its '
  'words; a key NULL = the table was truncated. The caller has locked the generation''s reader.';
