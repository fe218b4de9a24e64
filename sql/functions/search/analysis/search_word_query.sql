CREATE OR REPLACE FUNCTION reeve.search_word_query(word text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (reeve.search_lexeme(word) || ' | ' || reeve.search_lexeme(chr(30) || word))::tsquery;

COMMENT ON FUNCTION reeve.search_word_query(text) IS
  'What counts for a word in a document, half its ts_rank each: that it occurs, and that the title '
  'is the name of it (reeve.search_head).';
