CREATE OR REPLACE FUNCTION reeve.word_near(word text) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- No SET, no subquery: inlined, since it is computed for each word of a dictionary. Hashes have so
-- few values that each has a list of words.
RETURN CASE WHEN char_length(word) BETWEEN 3 AND 40 AND word !~ '^[0-9]+$' THEN ARRAY[
  hashtext(left(word, 8)) & 131071,
  hashtext(left(word, 0) || substr(word, 2, 7)) & 131071,
  hashtext(left(word, 1) || substr(word, 3, 6)) & 131071,
  hashtext(left(word, 2) || substr(word, 4, 5)) & 131071,
  hashtext(left(word, 3) || substr(word, 5, 4)) & 131071,
  hashtext(left(word, 4) || substr(word, 6, 3)) & 131071,
  hashtext(left(word, 5) || substr(word, 7, 2)) & 131071,
  hashtext(left(word, 6) || substr(word, 8, 1)) & 131071,
  hashtext(left(word, 7) || substr(word, 9, 0)) & 131071] END;

COMMENT ON FUNCTION reeve.word_near(text) IS
  'Hashes of the first 8 letters of a word, and of these without one: a word that differs in one '
  'letter shares one of them. NULL: too short, too long, or a number.';
