CREATE OR REPLACE FUNCTION reeve.word_ends(word text) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Inlined, as word_near is.
RETURN CASE WHEN char_length(word) BETWEEN 7 AND 40 THEN ARRAY[
  hashtext(right(word, 5)) & 32767 | 262144,
  hashtext(left(right(word, 5), 0) || substr(right(word, 5), 2)) & 32767 | 262144,
  hashtext(left(right(word, 5), 1) || substr(right(word, 5), 3)) & 32767 | 262144,
  hashtext(left(right(word, 5), 2) || substr(right(word, 5), 4)) & 32767 | 262144,
  hashtext(left(right(word, 5), 3) || substr(right(word, 5), 5)) & 32767 | 262144,
  hashtext(left(right(word, 5), 4) || substr(right(word, 5), 6)) & 32767 | 262144] END;

COMMENT ON FUNCTION reeve.word_ends(text) IS
  'Hashes of the last 5 letters of a long word, and of these without one. NULL: a short word.';
