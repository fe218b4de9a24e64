CREATE OR REPLACE FUNCTION reeve.search_document(
  tsv tsvector, filters text[], best "char", is_shown boolean, head text)
RETURNS tsvector
-- Computed for each document: no SET.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  title text[] := tsvector_to_array(ts_filter(tsv, ARRAY[best]));
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
    filters := filters || reeve.search_title_lexeme(title);
  END IF;
  IF is_shown THEN
    filters := filters || chr(28);
  END IF;
  -- The long vector is copied once. In tiers the head counts as one more occurrence.
  RETURN tsv || (array_to_tsvector(array_remove(filters, NULL))
    || coalesce(reeve.search_lexeme(chr(30) || head) || ':1B', '')::tsvector);
END
$$;

COMMENT ON FUNCTION reeve.search_document(tsvector, text[], "char", boolean, text) IS
  'Returns the lexemes by which a document is found: its words, its filters, a short title as a '
  'whole (best: the best field that there is), the head of the title (character 30 and head), and '
  'character 28 if everybody may see it.';
