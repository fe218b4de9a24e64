CREATE OR REPLACE FUNCTION reeve.search_phrase(words text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
SET client_min_messages = warning
AS $$
DECLARE
  parts text[] := string_to_array(btrim(words), ' ');
  codes text := '';
  last text;
  begun tsquery;
  word text;
BEGIN
  IF reeve.word_parts(words) IS NOT NULL THEN
    FOREACH word IN ARRAY parts LOOP
      IF reeve.word_parts(word) IS NOT NULL THEN
        codes := codes || ' ' || word;
        parts := array_remove(parts, word);
      END IF;
    END LOOP;
  END IF;
  last := parts[cardinality(parts)];
  IF reeve.word_is_pair(last) THEN
    -- The last letter of a run, which may go on in a document, is in the pair before, if there is
    -- one.
    parts := trim_array(parts, 1);
    IF coalesce(parts[cardinality(parts)] = last
      OR right(parts[cardinality(parts)], char_length(last)) <> last, TRUE)
    THEN
      begun := (reeve.search_lexeme(last) || ':*')::tsquery;
    END IF;
  END IF;
  RETURN coalesce(phraseto_tsquery('simple', array_to_string(parts, ' ')) <-> begun,
    phraseto_tsquery('simple', array_to_string(parts, ' ')))
    && plainto_tsquery('simple', codes);
END
$$;

COMMENT ON FUNCTION reeve.search_phrase(text) IS
  'Documents with these words (reeve.search_text) in this order, and with the codes among them.';
