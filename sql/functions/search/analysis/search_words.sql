CREATE OR REPLACE FUNCTION reeve.search_words(query text) RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  words text[] := ARRAY(
    SELECT s.word
    FROM (
      SELECT f.word, f.place, lag(f.word) OVER (ORDER BY f.place) AS before
      -- The parser of documents, which splits 3e5y in two; 12 are blanks.
      FROM ts_parse('default', reeve.search_text(left(query, 500)))
        WITH ORDINALITY f(kind, word, place)
      WHERE f.kind <> 12) s
    WHERE octet_length(s.word) < 1024
      -- The last letter of a run is in the pair before.
      AND NOT coalesce(s.before <> s.word AND right(s.before, char_length(s.word)) = s.word
        AND reeve.word_is_pair(s.word), FALSE)
    GROUP BY s.word ORDER BY min(s.place) LIMIT 32);
  word text;
  parts text[];
BEGIN
  -- A code takes the place of its parts.
  FOREACH word IN ARRAY words LOOP
    parts := reeve.word_parts(word);
    IF parts IS NOT NULL AND parts[1] = ANY (words) THEN
      words := array_remove(words, word);
      words[array_position(words, parts[1])] := word;
      words := array_remove(words, CASE WHEN parts[2] <> word THEN parts[2] END);
    END IF;
  END LOOP;
  RETURN words;
END
$$;

COMMENT ON FUNCTION reeve.search_words(text) IS
  'The first 32 different words of a query, in order; letters and digits only.';
