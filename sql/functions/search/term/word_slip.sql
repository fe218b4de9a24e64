CREATE OR REPLACE FUNCTION reeve.word_slip(typed text, word text) RETURNS real
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  head int := 0;
  near text;
BEGIN
  WHILE head < least(char_length(typed), char_length(word))
    AND substr(typed, head + 1, 1) = substr(word, head + 1, 1) LOOP
    head := head + 1;
  END LOOP;
  near := substr(word, greatest(head, 1), 1);
  typed := substr(typed, head + 1);
  word := substr(word, head + 1);
  WHILE right(typed, 1) = right(word, 1) AND typed <> '' AND word <> '' LOOP
    near := right(word, 1);
    typed := left(typed, -1);
    word := left(word, -1);
  END LOOP;
  RETURN CASE
    WHEN typed = word THEN 0
    -- Letters that sound alike
    WHEN typed || ' ' || word ~ ('^(ph f|f ph|c?k ck?|k c|c k|qu k|k qu|x ks|ks x|gh g|g gh|th t|'
      't th|sch sh|sh sch|ei ie|ie ei|ae? ae?|oe? oe?|ue? ue?|o ou|ou o|u oo|oo u|ee? ea|ea ee?|'
      'y i|i y|i ie|ie i|s z|z s|c s|s c|v w|w v|v f|f v|d t|t d|p b|b p|g j|j g|m n|n m)$')
      THEN 0.5
    -- Few people get the first letter wrong.
    ELSE CASE head WHEN 0 THEN 0.3 ELSE 0 END + CASE
      WHEN typed = reverse(word) AND char_length(word) = 2 THEN 0.5
      WHEN char_length(typed) + char_length(word) = 1 THEN CASE
        WHEN typed || word = near THEN 0.4
        WHEN typed || word ~ '[aeiouyhаеиоуыьъ]' THEN 0.7
        ELSE 0.9 END
      WHEN char_length(typed) = 1 AND char_length(word) = 1 THEN CASE
        WHEN typed || word ~ '^([aeiouy]{2}|[аеиоуыэюя]{2})$' THEN 0.7
        WHEN typed || word ~ '[0-9]' THEN 1.3
        WHEN reeve.word_is_beside(typed, word) THEN 0.7
        ELSE 1 END
      END
    END;
END
$$;

COMMENT ON FUNCTION reeve.word_slip(text, text) IS
  'How unlikely it is that somebody types one word for another by one slip, up to 1.6: less where '
  'the two sound alike or the keys are neighbours. NULL: more than one slip.';
