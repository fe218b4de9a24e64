CREATE OR REPLACE FUNCTION reeve.word_inner(word text) RETURNS int[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  traces int[] := '{}';
BEGIN
  FOR i IN 1 .. least(char_length(word), 40) - 2 LOOP
    traces := traces || (hashtext(substr(word, i, 3)) & 131071 | 1048576);
  END LOOP;
  RETURN traces;
END
$$;

COMMENT ON FUNCTION reeve.word_inner(text) IS
  'Hashes of each three neighbouring letters of a word: a word that contains another has all of '
  'that one''s.';
