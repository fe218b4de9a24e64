CREATE OR REPLACE FUNCTION reeve.word_distance(one text, other text) RETURNS int
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  head int := 0;
BEGIN
  WHILE head < least(char_length(one), char_length(other))
    AND substr(one, head + 1, 1) = substr(other, head + 1, 1) LOOP
    head := head + 1;
  END LOOP;
  one := substr(one, head + 1);
  other := substr(other, head + 1);
  WHILE right(one, 1) = right(other, 1) AND one <> '' AND other <> '' LOOP
    one := left(one, -1);
    other := left(other, -1);
  END LOOP;
  RETURN CASE WHEN one = other THEN 0
    WHEN greatest(char_length(one), char_length(other)) = 1 THEN 1
    WHEN char_length(one) = 2 AND one = reverse(other) THEN 1
    ELSE 2 END;
END
$$;

COMMENT ON FUNCTION reeve.word_distance(text, text) IS
  'Edits (a letter added, removed or replaced, or two neighbours swapped) between two words: 0, '
  '1, or 2 for any more.';
