CREATE OR REPLACE FUNCTION reeve.word_script(word text) RETURNS int[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  latin text := reeve.word_latin(word);
BEGIN
  RETURN CASE WHEN char_length(latin) BETWEEN 3 AND 40 AND latin ~ '^[a-z]+$'
    AND NOT reeve.word_is_pair(word) THEN
    ARRAY[hashtext(reeve.word_key(latin, latin = word)) & 131071 | 2097152] END;
END
$$;

COMMENT ON FUNCTION reeve.word_script(text) IS
  'Hash of the key (reeve.word_key) that a word of a dictionary shares with the same word in '
  'another script. NULL: too short, a pair of letters, or in a script that has no key.';
