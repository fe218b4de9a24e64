CREATE OR REPLACE FUNCTION reeve.search_phrase(words text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
SET client_min_messages = warning
AS $$
DECLARE
  coded text := reeve.search_text(words);
  codes text := '';
  word text;
BEGIN
  IF reeve.word_parts(coded) IS NOT NULL THEN
    FOREACH word IN ARRAY string_to_array(coded, ' ') LOOP
      IF reeve.word_parts(word) IS NOT NULL THEN
        codes := codes || ' ' || word;
        coded := replace(coded || ' ', ' ' || word || ' ', ' ');
      END IF;
    END LOOP;
    RETURN phraseto_tsquery('simple', coded) && plainto_tsquery('simple', codes);
  END IF;
  RETURN phraseto_tsquery('simple', coded);
END
$$;

COMMENT ON FUNCTION reeve.search_phrase(text) IS
  'Documents with these words in this order, and with the codes among them.';
