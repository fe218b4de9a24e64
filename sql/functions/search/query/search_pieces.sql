CREATE OR REPLACE FUNCTION reeve.search_pieces(word text, lexemes text[], beginning text)
RETURNS TABLE(piece text, is_match boolean)
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  joined constant text := E'\\u0e01-\\u0edf\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u9fff\\uac00-'
    '\\ud7a3'
    '\\uff66-\\uff9f';
  mark constant text := E'\\u0e31\\u0e34-\\u0e3a\\u0e47-\\u0e4e\\u0eb1\\u0eb4-\\u0ebc\\u0ec8-'
    '\\u0ece'
    '\\u102b-\\u103e\\u1056-\\u1059\\u17b4-\\u17d3\\u3099\\u309a\\uff9e\\uff9f';
  folded text;
  pairs text[];
  letters text[];
BEGIN
  FOR piece IN
    SELECT m[1] FROM regexp_matches(word, format('[%1$s]+|[^%1$s]+', joined), 'g') m
  LOOP
    folded := btrim(reeve.search_fold(piece));
    pairs := string_to_array(folded, ' ');
    letters := ARRAY(SELECT m[1] FROM regexp_matches(piece, format('.[%s]*', mark), 'g') m);
    IF cardinality(letters) = cardinality(pairs) AND cardinality(pairs) > 1 THEN
      -- A letter with the next is a pair, and the last one is a word.
      RETURN QUERY
        SELECT l.letter,
          l.place < cardinality(pairs) AND coalesce(pairs[l.place] = ANY (lexemes), FALSE)
          OR coalesce(pairs[l.place - 1] = ANY (lexemes), FALSE)
        FROM unnest(letters) WITH ORDINALITY l(letter, place) ORDER BY l.place;
    ELSE
      is_match := coalesce(pairs && lexemes, FALSE)
        OR coalesce(starts_with(folded, beginning), FALSE);
      RETURN NEXT;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_pieces(text, text[], text) IS
  'Parts of a word in a script without blanks and whether each matches, letter by letter.';
