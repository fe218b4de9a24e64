CREATE OR REPLACE FUNCTION reeve.search(
  app text, query text, within text DEFAULT NULL, filters jsonb DEFAULT '{}',
  sort text DEFAULT 'relevance', max int DEFAULT 20, after jsonb DEFAULT NULL)
RETURNS TABLE(
  app_name text, collection text, key text, label text, rank real, marked text[], snippet text[],
  corrected text, place jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  begun timestamptz := clock_timestamp();
  generations int[];
  hits bigint;
BEGIN
  PERFORM reeve.member_require('viewer');
  generations := reeve.search_live(search.app, within);
  RETURN QUERY
    SELECT c.app, c.name, f.key, f.label, f.rank, f.marked, f.snippet, f.corrected, f.place
    FROM reeve.search_find(reeve.search_ask(generations, search.query, filters, sort, FALSE),
      search.max, after) WITH ORDINALITY f(generation_id, key, label, rank, marked, snippet,
        corrected, place, nth)
    JOIN reeve.search_generation g USING (generation_id)
    JOIN reeve.collection c USING (collection_id)
    ORDER BY f.nth;
  GET DIAGNOSTICS hits = ROW_COUNT;
  -- Further pages are no further question.
  IF after IS NULL THEN
    PERFORM reeve.search_note(c.app, search.query, hits,
      extract(epoch FROM clock_timestamp() - begun)::float8 * 1000)
    FROM reeve.search_generation g JOIN reeve.collection c USING (collection_id)
    WHERE g.generation_id = generations[1];
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search(text, text, text, jsonb, text, int, jsonb) IS
  'Best documents of an app (NULL: of all; within: of one collection) for a text of any kind, in '
  'the language of queries (docs/search.md). rank: 1 is every word once in the best field of a '
  'document of average length; marked and snippet: label and a text in parts, every second one '
  'matched; corrected: the text that was searched for instead; place: the value of after for the '
  'next page. Needs viewer. NULL: snippet, corrected.';

GRANT EXECUTE ON FUNCTION reeve.search(text, text, text, jsonb, text, int, jsonb) TO reeve_viewer;
