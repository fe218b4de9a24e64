CREATE OR REPLACE FUNCTION reeve.word_begins(word text) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Inlined, as word_near is.
RETURN CASE WHEN char_length(word) BETWEEN 7 AND 40 THEN ARRAY[
  hashtext(left(word, 5)) & 32767 | 131072,
  hashtext(left(left(word, 5), 0) || substr(left(word, 5), 2)) & 32767 | 131072,
  hashtext(left(left(word, 5), 1) || substr(left(word, 5), 3)) & 32767 | 131072,
  hashtext(left(left(word, 5), 2) || substr(left(word, 5), 4)) & 32767 | 131072,
  hashtext(left(left(word, 5), 3) || substr(left(word, 5), 5)) & 32767 | 131072,
  hashtext(left(left(word, 5), 4) || substr(left(word, 5), 6)) & 32767 | 131072] END;

COMMENT ON FUNCTION reeve.word_begins(text) IS
  'Hashes of the first 5 letters of a long word, and of these without one. NULL: a short word.';
