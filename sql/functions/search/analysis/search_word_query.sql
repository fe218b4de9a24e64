CREATE OR REPLACE FUNCTION reeve.search_word_query(word text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (reeve.search_lexeme(word) || ' | ' || reeve.search_lexeme(chr(30) || word))::tsquery;

COMMENT ON FUNCTION reeve.search_word_query(text) IS
  'Returns the query whose ts_rank scores a word in a document, in equal parts: it occurs, and it '
  'is the head of the title (reeve.search_head).';
