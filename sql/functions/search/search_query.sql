CREATE OR REPLACE FUNCTION reeve.search_query(
  app text, query text, within text DEFAULT NULL, max int DEFAULT 20)
RETURNS TABLE(
  collection text, key text, label text, rank real, marked text[], corrected text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  words text[] := reeve.search_words(query);
  generations int[];
  found int;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT coalesce(array_agg(p.generation_id) FILTER (WHERE p.generation_id IS NOT NULL), '{}'),
    count(*)
  INTO generations, found
  FROM reeve.collection c LEFT JOIN reeve.search_pointer p USING (collection_id)
  WHERE c.app = search_query.app AND c.is_live AND c.search IS NOT NULL
    AND (within IS NULL OR c.name = within);
  IF found = 0 THEN
    RAISE EXCEPTION 'nothing to search in %', app || coalesce('/' || within, '')
      USING ERRCODE = 'RV003';
  ELSIF generations = '{}' THEN
    RAISE EXCEPTION 'nothing of % is indexed yet', app || coalesce('/' || within, '')
      USING ERRCODE = '55000', HINT = '`reeve search reindex` builds the indexes.';
  END IF;
  RETURN QUERY
    SELECT c.name, b.key, b.label, b.rank,
      reeve.search_mark(b.label, 'simple', b.lexemes, b.beginning), b.corrected
    FROM reeve.search_best(generations, words, array_fill('TRUE'::text,
      ARRAY[cardinality(generations)]), search_query.max) WITH ORDINALITY b(generation_id, key,
        label, popularity, rank, lexemes, beginning, corrected, place)
    JOIN reeve.search_generation g USING (generation_id)
    JOIN reeve.collection c USING (collection_id)
    ORDER BY b.place;
END
$$;

COMMENT ON FUNCTION reeve.search_query(text, text, text, int) IS
  'Best documents of an app (within: of one collection) for a text of any kind, by rank '
  '(reeve.search_top); marked: the label in parts, every second one matched; corrected: the text '
  'that was looked for instead, if another. What is hidden now is left out, whatever the index '
  'says. 55000 where there is no index.';

GRANT EXECUTE ON FUNCTION reeve.search_query(text, text, text, int) TO reeve_viewer;
