CREATE OR REPLACE FUNCTION reeve.word_traces(word text) RETURNS int[]
-- Not inlined: a query with it as a condition would take longer to plan than to run.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  latin text := reeve.word_latin(word);
BEGIN
  RETURN reeve.word_near(word) || reeve.word_begins(word) || reeve.word_ends(word)
    || reeve.word_sound(word) || reeve.word_inner(word)
    -- What it shares with the same word in another script, unless too short or a pair of letters.
    || CASE WHEN char_length(latin) BETWEEN 3 AND 40 AND latin ~ '^[a-z]+$'
      AND NOT reeve.word_is_pair(word)
      THEN ARRAY[hashtext(reeve.word_key(latin, latin = word)) & 131071 | 2097152] END;
END
$$;

COMMENT ON FUNCTION reeve.word_traces(text) IS
  'Returns the traces of a word that a dictionary''s index stores, so that a misspelling finds it.';
