CREATE OR REPLACE FUNCTION reeve.word_cost(typed text, word text) RETURNS real
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  cost real := reeve.word_slip(typed, word);
  head int := 0;
BEGIN
  IF cost IS NOT NULL OR char_length(word) < 7 OR char_length(typed) < 7 THEN
    RETURN cost;
  END IF;
  WHILE substr(typed, head + 1, 1) = substr(word, head + 1, 1) AND head < char_length(word) LOOP
    head := head + 1;
  END LOOP;
  RETURN 1 + least(
    reeve.word_slip(substr(typed, head + 2), substr(word, head + 1)),
    reeve.word_slip(substr(typed, head + 1), substr(word, head + 2)),
    reeve.word_slip(substr(typed, head + 2), substr(word, head + 2)),
    CASE WHEN substr(typed, head + 1, 2) = reverse(substr(word, head + 1, 2))
      THEN reeve.word_slip(substr(typed, head + 3), substr(word, head + 3)) END);
END
$$;

COMMENT ON FUNCTION reeve.word_cost(text, text) IS
  'How unlikely it is that somebody types one word for another: word_slip, or for long words up '
  'to 2.6 for two slips. NULL: more than that.';
