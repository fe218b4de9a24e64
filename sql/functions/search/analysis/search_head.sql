CREATE OR REPLACE FUNCTION reeve.search_head(title text, stems regdictionary[]) RETURNS text
-- Computed for each document: no SET.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  name text := substring(left(title, 200)
    FROM '[[:alnum:]][^][,;:(){}|!?–—•…¿¡「」。、・，：；（）！？]*');
  words text[];
  word text;
  head text;
  stem regdictionary;
BEGIN
  -- In ASCII, characters that lower() does not fold are signs.
  name := CASE WHEN octet_length(name) = char_length(name) THEN lower(name COLLATE "C")
    ELSE reeve.search_fold(name) END;
  words := regexp_split_to_array(coalesce(name, ''), E'[^[:alnum:]\U00020900-\U00020DFF]+');
  IF stems = '{}' THEN
    -- Only the last can be empty, or the first of signs.
    RETURN coalesce(nullif(words[cardinality(words)], ''),
      nullif(words[cardinality(words) - 1], ''));
  END IF;
  FOREACH word IN ARRAY words LOOP
    FOREACH stem IN ARRAY stems LOOP
      IF ts_lexize(stem, word) = '{}' THEN
        IF head IS NOT NULL THEN
          RETURN head;
        END IF;
        word := NULL;
        EXIT;
      END IF;
    END LOOP;
    head := coalesce(nullif(word, ''), head);
  END LOOP;
  RETURN head;
END
$$;

COMMENT ON FUNCTION reeve.search_head(text, regdictionary[]) IS
  'Returns the word that names the thing in a title: the last word before a sign that divides it '
  'or a stop word of some languages, as case in `Phone case for X, black`. NULL: it has no word.';

GRANT EXECUTE ON FUNCTION reeve.search_head(text, regdictionary[]) TO reeve_access;
