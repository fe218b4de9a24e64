-- A statement that names the tables of a generation is planned at each call; in a function of its
-- own once a session. The functions are written over tables of the same shape, and made again over
-- each generation's.
CREATE OR REPLACE FUNCTION reeve.search_specialize(generation_id int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation := (SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_specialize.generation_id);
  names text[] := reeve.search_special();
  name text;
  statement text;
  k jsonb := reeve.search_constants();
BEGIN
  FOREACH name IN ARRAY names LOOP
    statement := replace(replace((
        SELECT pg_get_functiondef(p.oid) FROM pg_proc p
        WHERE p.proname = name AND p.pronamespace = 'reeve'::regnamespace),
      'reeve.search_word_shape', format('reeve_index.%I', 'word_' || g.generation_id)),
      'reeve.search_document_shape', format('reeve_index.%I', g.table_name));
    statement := regexp_replace(statement,
      format(E'(reeve\\.)?\\m(%s)\\M(?=[.(])', array_to_string(names, '|')),
      E'\\1\\2_' || g.generation_id, 'g');
    statement := regexp_replace(statement,
      format(E'reeve\\.(?=(%s)_%s\\()', array_to_string(names, '|'), g.generation_id),
      'reeve_index.', 'g');
    EXECUTE replace(replace(replace(statement, 'reeve.search_constants()', format('%L::jsonb', k)),
        'RETURN QUERY SELECT ''''::text, 0::real, 0::float8 WHERE FALSE;', (
        -- A statement of few words begins sooner.
        SELECT string_agg(format('IF words <= %s THEN RETURN QUERY %s; RETURN; END IF;', n,
          reeve.search_score(g.table_name, g.collection_id, 'TRUE', n, k)), ' ' ORDER BY n)
        FROM unnest('{1,2,3,4,6}'::int[]) n)),
      'SELECT 0::bigint, 0::bigint, ''{}''::text[], ''{}''::text[]', reeve.search_writing(g));
    EXECUTE format('COMMENT ON FUNCTION reeve_index.%I IS %L', name || '_' || g.generation_id,
      format('reeve.%s over documents of %s.', name, g.table_name));
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_specialize(int) IS
  'Makes the functions of a generation in reeve_index: those of reeve.search_special over its own '
  'tables instead of search_word_shape and search_document_shape, with reeve.search_constants as '
  'they are now.';
