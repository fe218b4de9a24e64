CREATE OR REPLACE FUNCTION reeve.word_traces(word text) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN reeve.word_near(word) || reeve.word_begins(word) || reeve.word_ends(word);

COMMENT ON FUNCTION reeve.word_traces(text) IS
  'What the index of a dictionary has of a word, so that it is found when it is misspelt.';
