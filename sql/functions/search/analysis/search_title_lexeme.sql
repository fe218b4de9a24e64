CREATE OR REPLACE FUNCTION reeve.search_title_lexeme(words text[]) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN chr(31) || left(md5(array_to_string(words, ' ')), 12);
END
$$;

COMMENT ON FUNCTION reeve.search_title_lexeme(text[]) IS
  'The lexeme of documents whose title has just these words, in the order of a tsvector.';
