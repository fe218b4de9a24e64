CREATE OR REPLACE FUNCTION reeve.word_is_pair(word text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN word ~ '^[\u0e01-\u0edf\u1000-\u109f\u1780-\u17b3\u3005-\u9fff\uac00-\ud7a3]';

COMMENT ON FUNCTION reeve.word_is_pair(text) IS
  'Whether a word is one of the pairs that search_fold makes of neighbouring letters.';
