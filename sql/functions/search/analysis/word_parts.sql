CREATE OR REPLACE FUNCTION reeve.word_parts(word text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN CASE WHEN octet_length(word) > char_length(word) AND word ~ E'[\U00020020-\U0002002F]'
    THEN array_remove(regexp_split_to_array(word, E'[\U00020020-\U0002002F]'), '') END;
END
$$;

COMMENT ON FUNCTION reeve.word_parts(text) IS
  'The parts between the signs of a code (reeve.search_codes). NULL: it is none.';
