CREATE OR REPLACE FUNCTION reeve.search_document(
  tsv tsvector, fields jsonb, filters text[], best "char", head text)
RETURNS tsvector
-- Computed for each document: no SET.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  title text[] := tsvector_to_array(ts_filter(tsv, ARRAY[best]));
  found text[] := CASE WHEN cardinality(title) BETWEEN 1 AND 4
    THEN ARRAY[reeve.search_title_lexeme(title)] END;
  name text;
BEGIN
  IF fields IS NOT NULL THEN
    -- A loop, as a statement takes longer than all else about a document.
    FOREACH name IN ARRAY filters LOOP
      FOR i IN 0 .. coalesce(jsonb_array_length(fields -> name), 0) - 1 LOOP
        found := found || reeve.search_filter_lexeme(name, fields -> name -> i);
      END LOOP;
    END LOOP;
    IF fields ? '?' THEN
      found := found || chr(28);
    END IF;
  END IF;
  IF head IS NOT NULL THEN
    -- In tiers it counts as one more occurrence.
    tsv := tsv || (reeve.search_lexeme(chr(30) || head) || ':1B')::tsvector;
  END IF;
  RETURN CASE WHEN found IS NULL THEN tsv ELSE tsv || array_to_tsvector(found) END;
END
$$;

COMMENT ON FUNCTION reeve.search_document(tsvector, jsonb, text[], "char", text) IS
  'What a document is found by: its words, its values of the filters, a short title as a whole '
  '(best: the best field that there is), what the title is the name of (character 30 and head), '
  'and character 28 if the condition of where holds.';
