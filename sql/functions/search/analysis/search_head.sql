CREATE OR REPLACE FUNCTION reeve.search_head(title text, stems regdictionary[]) RETURNS text
-- Computed for each document: no SET.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  word text;
  head text;
  stem regdictionary;
BEGIN
  FOREACH word IN ARRAY string_to_array(reeve.search_fold(split_part(ltrim(translate(
    left(title, 200), ';:()[]{}|!?–—•…¿¡「」。、・，：；（）！？''’"*$^\`', repeat(',', 29) || repeat(' ', 8)),
    ', '), ',', 1)), ' ')
  LOOP
    CONTINUE WHEN word = '';
    FOREACH stem IN ARRAY stems LOOP
      IF ts_lexize(stem, word) = '{}' THEN
        IF head IS NOT NULL THEN
          RETURN head;
        END IF;
        word := NULL;
        EXIT;
      END IF;
    END LOOP;
    head := coalesce(word, head);
  END LOOP;
  RETURN CASE WHEN head ~ '[[:alnum:]]' THEN head END;
END
$$;

COMMENT ON FUNCTION reeve.search_head(text, regdictionary[]) IS
  'What a title is the name of: the last word before a sign that divides it or a stop word of some '
  'languages, as case in `Phone case for X, black`. NULL: it has no word.';

GRANT EXECUTE ON FUNCTION reeve.search_head(text, regdictionary[]) TO reeve_access;
