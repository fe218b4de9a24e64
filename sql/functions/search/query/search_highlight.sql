CREATE OR REPLACE FUNCTION reeve.search_highlight(label text, lexemes text[], beginning text)
RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  letter constant text := E'[:alnum:]\\u0300-\\u036F\\u0591-\\u05C7\\u064B-\\u065F\\u0670'
    '\\u0900-\\u0DFF'
    '\\u0E01-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u200C\\u200D\\u3099\\u309A';
  -- Reads no more of a label than can be shown.
  shown text := left(label, 1000);
  parts text[];
  token text;
  pieces text[];
  matches boolean[];
  folded text;
BEGIN
  folded := reeve.search_fold(shown);
  IF strpos(folded, beginning) > 0 IS NOT TRUE
    AND NOT EXISTS (SELECT FROM unnest(lexemes) l WHERE strpos(folded, l) > 0)
  THEN
    RETURN ARRAY[label];
  END IF;
  parts := '{""}';
  -- Words and the texts between them, in turn.
  FOR token IN
    SELECT m[1] FROM regexp_matches(shown, format('[%1$s]+|[^%1$s]+', letter), 'g') m
  LOOP
    IF octet_length(token) > char_length(token) AND
      token ~ E'[\\u0e01-\\u0edf\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u9fff\\uac00-\\ud7a3'
        '\\uff66-\\uff9f]'
    THEN
      SELECT array_agg(p.piece), array_agg(p.is_match) INTO pieces, matches
      FROM reeve.search_pieces(token, lexemes, beginning) p;
    ELSE
      folded := btrim(reeve.search_fold(token));
      pieces := ARRAY[token];
      matches := ARRAY[
        coalesce(CASE WHEN folded ~ '^[[:alpha:]]+$' THEN folded = ANY (lexemes)
          ELSE tsvector_to_array(to_tsvector('simple', folded)) && lexemes END, FALSE)
        OR coalesce(starts_with(folded, beginning), FALSE)];
    END IF;
    FOR i IN 1 .. cardinality(pieces) LOOP
      IF matches[i] = (cardinality(parts) % 2 = 0) THEN
        parts[cardinality(parts)] := parts[cardinality(parts)] || pieces[i];
      ELSE
        parts := parts || pieces[i];
      END IF;
    END LOOP;
  END LOOP;
  RETURN CASE WHEN char_length(label) > 1000
    THEN CASE WHEN cardinality(parts) % 2 = 0 THEN parts || substr(label, 1001)
      ELSE parts[:cardinality(parts) - 1] || (parts[cardinality(parts)] || substr(label, 1001)) END
    ELSE parts END;
END
$$;

COMMENT ON FUNCTION reeve.search_highlight(text, text[], text) IS
  'Returns the parts of a text in any script as reeve.search_mark does.';
