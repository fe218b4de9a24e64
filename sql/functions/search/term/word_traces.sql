CREATE OR REPLACE FUNCTION reeve.word_traces(word text) RETURNS int[]
-- Not inlined: a query with it as a condition would take longer to plan than to run.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN reeve.word_near(word) || reeve.word_begins(word) || reeve.word_ends(word)
    || reeve.word_sound(word) || reeve.word_inner(word)
    || reeve.word_script(word);
END
$$;

COMMENT ON FUNCTION reeve.word_traces(text) IS
  'Returns the traces of a word that a dictionary''s index stores, so that a misspelling finds it.';
