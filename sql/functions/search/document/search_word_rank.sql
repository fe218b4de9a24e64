CREATE OR REPLACE FUNCTION reeve.search_word_rank(weights real[], tsv tsvector, word text)
RETURNS real
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Computed for each word of a document: inlined. ts_rank of two lexemes is their average.
RETURN 2::real * ts_rank(weights, tsv,
  (reeve.search_lexeme(word) || ' | ' || reeve.search_lexeme(chr(30) || word))::tsquery);

COMMENT ON FUNCTION reeve.search_word_rank(real[], tsvector, text) IS
  'ts_rank of a word in a document, to whose occurrences belongs that its title is the name of it.';
