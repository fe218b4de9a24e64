CREATE OR REPLACE FUNCTION reeve.word_parts(word text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Asked of each document: no SET.
RETURN CASE WHEN octet_length(word) > char_length(word) AND word ~ E'[\U00020020-\U0002002F]'
  THEN array_remove(regexp_split_to_array(word, E'[\U00020020-\U0002002F]'), '') END;

COMMENT ON FUNCTION reeve.word_parts(text) IS
  'The parts between the signs of a code (reeve.search_codes). NULL: it is none.';
