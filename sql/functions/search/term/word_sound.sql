CREATE OR REPLACE FUNCTION reeve.word_sound(word text) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Inlined, as word_near is.
RETURN CASE WHEN char_length(word) BETWEEN 5 AND 40 AND word ~ '^[a-z]+$' THEN ARRAY[
  hashtext(regexp_replace(translate(replace(replace(replace(replace(word, 'ph', 'f'), 'sch', 's'),
    'qu', 'k'), 'x', 'ks'), 'cqzvdbgjmaeiouyhw', 'kksftpkkn'), '(.)\1+', '\1', 'g'))
  & 131071 | 524288] END;

COMMENT ON FUNCTION reeve.word_sound(text) IS
  'Hash of the consonants of a word, confusable ones as one: words that sound alike share it. '
  'NULL: a short word, or not in Latin letters.';
