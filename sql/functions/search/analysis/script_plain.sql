CREATE OR REPLACE FUNCTION reeve.script_plain(words text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  plain text := '';
  word text;
  before text;
BEGIN
  IF words !~ E'[\\u0e01-\\u0edf\\u1000-\\u109f\\u1780-\\u17b3\\u3005-\\ud7a3\\U00020020-'
    '\\U00029AFF]' THEN
    RETURN words;
  END IF;
  FOREACH word IN ARRAY string_to_array(words, ' ') LOOP
    -- Of pairs that overlap only the second letter is new.
    IF reeve.word_is_pair(before) AND reeve.word_is_pair(word)
      AND word ~ E'^.[\\U00020e00-\\U000217ff]*.'
    THEN
      IF right(before, char_length(substring(word FROM E'^.[\\U00020e00-\\U000217ff]*')))
        = substring(word FROM E'^.[\\U00020e00-\\U000217ff]*')
      THEN
        plain := plain || substring(word FROM E'^.[\\U00020e00-\\U000217ff]*(.*)$');
        before := word;
        CONTINUE;
      END IF;
    END IF;
    plain := plain || CASE WHEN before IS NULL THEN '' ELSE ' ' END || word;
    before := word;
  END LOOP;
  IF plain !~ E'[\\U00020020-\\U0002002F\\U00020900-\\U000227FF\\U00029000-\\U00029AFF]' THEN
    RETURN plain;
  END IF;
  RETURN (
    SELECT string_agg(chr(l.code - CASE WHEN l.code BETWEEN 133376 AND 141311
      OR l.code BETWEEN 131104 AND 131119 THEN 131072
      WHEN l.code BETWEEN 167936 AND 170751 THEN 40960 ELSE 0 END), '' ORDER BY l.place)
    FROM (
      SELECT ascii(r.letter) AS code, r.place
      FROM regexp_split_to_table(plain, '') WITH ORDINALITY r(letter, place)) l);
END
$$;

COMMENT ON FUNCTION reeve.script_plain(text) IS
  'Words of an index as people read them: with the marks, signs and emoji that letters stand '
  'for, and pairs of letters joined into words again.';

GRANT EXECUTE ON FUNCTION reeve.script_plain(text) TO reeve_access;
