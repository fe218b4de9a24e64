CREATE OR REPLACE FUNCTION reeve.search_document(
  tsv tsvector, fields jsonb, filters text[], best "char", is_shown boolean)
RETURNS tsvector
-- Computed for each document: no SET.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  title text[] := tsvector_to_array(ts_filter(tsv, ARRAY[best]));
  found text[];
  name text;
BEGIN
  IF cardinality(title) BETWEEN 2 AND 8
    AND reeve.word_parts(array_to_string(title, ' ')) IS NOT NULL
  THEN
    -- A query has a code without its parts.
    title := ARRAY(
      SELECT t FROM unnest(title) t
      WHERE t <> ALL (ARRAY(SELECT p FROM unnest(title) c, unnest(reeve.word_parts(c)) p
        WHERE p <> c)) ORDER BY t COLLATE "C");
  END IF;
  IF cardinality(title) BETWEEN 1 AND 4 THEN
    found := ARRAY[reeve.search_title_lexeme(title)];
  END IF;
  IF fields IS NOT NULL THEN
    -- A loop, as a statement takes longer than all else about a document.
    FOREACH name IN ARRAY filters LOOP
      FOR i IN 0 .. coalesce(jsonb_array_length(fields -> name), 0) - 1 LOOP
        found := found || reeve.search_filter_lexeme(name, fields -> name -> i);
      END LOOP;
    END LOOP;
  END IF;
  IF is_shown THEN
    found := found || chr(28);
  END IF;
  RETURN CASE WHEN found IS NULL THEN tsv ELSE tsv || array_to_tsvector(found) END;
END
$$;

COMMENT ON FUNCTION reeve.search_document(tsvector, jsonb, text[], "char", boolean) IS
  'What a document is found by: its words, its values of the filters, a short title as a whole '
  '(best: the best field that there is), and character 28 if everybody may see it.';
