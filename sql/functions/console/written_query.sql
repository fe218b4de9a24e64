CREATE OR REPLACE FUNCTION reeve.written_query(
  query text, OUT whole tsquery, OUT part tsquery, OUT exact tsquery, OUT every tsquery,
  OUT marks tsquery)
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  token text;
  word tsquery;
  apart tsquery;
  is_not boolean;
  is_quoted boolean;
  without tsquery;
BEGIN
  FOR token IN
    SELECT m[1]
    FROM regexp_matches(translate(left(query, 500), '“”„«»″', '""""""'),
      '(-?"[^"]*"|[^[:space:]]+)', 'g') m
    LIMIT 32
  LOOP
    is_quoted := token ~ '"';
    is_not := token ~ '^-["[:alnum:]]';
    token := reeve.written_fold(token);
    CONTINUE WHEN token !~ '[[:alnum:]]';
    word := phraseto_tsquery('simple', token);
    IF is_not THEN
      without := coalesce(without && !!word, !!word);
      CONTINUE;
    END IF;
    exact := coalesce(exact || word, word);
    IF NOT is_quoted AND char_length(token) > 2 THEN
      word := regexp_replace(word::text, '''$', ''':*')::tsquery;
    END IF;
    whole := coalesce(whole && word, word);
    part := coalesce(part || word, word);
    apart := replace(word::text, '<->', '&')::tsquery;
    every := coalesce(every && apart, apart);
    apart := replace(word::text, '<->', '|')::tsquery;
    marks := coalesce(marks || apart, apart);
  END LOOP;
  IF part IS NULL THEN
    RAISE EXCEPTION 'there is no word to look for' USING ERRCODE = 'RV001';
  END IF;
  IF without IS NOT NULL THEN
    whole := whole && without;
    part := part && without;
    IF strpos(without::text, '<->') = 0 THEN
      every := every && without;
    END IF;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.written_query(text) IS
  'Returns the conditions that a text must meet for a query: whole, every word; part, some of '
  'them; from three letters on also a longer word that begins with it, unless in quotes; never a '
  'word after a minus. exact: the words as typed, which count most. every and marks: all or any of '
  'the words, wherever they occur, which an index finds without reading the texts. RV001 if there '
  'is no word.';
