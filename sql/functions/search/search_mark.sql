CREATE OR REPLACE FUNCTION reeve.search_mark(
  label text, config regconfig, lexemes text[], beginning text)
RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  parts text[] := ARRAY[''];
  token text;
  is_match boolean;
  folded text;
BEGIN
  -- Words and the texts between them, in turn; reads no more of a label than can be shown.
  FOR token IN
    SELECT m[1] FROM regexp_matches(left(label, 1000),
      '[[:alnum:]\u0300-\u036F]+|[^[:alnum:]\u0300-\u036F]+', 'g') m
  LOOP
    folded := btrim(reeve.search_fold(token));
    is_match := coalesce(tsvector_to_array(to_tsvector(config, folded)) && lexemes, FALSE)
      OR coalesce(starts_with(folded, beginning), FALSE);
    IF is_match = (cardinality(parts) % 2 = 0) THEN
      parts[cardinality(parts)] := parts[cardinality(parts)] || token;
    ELSE
      parts := parts || token;
    END IF;
  END LOOP;
  RETURN CASE WHEN char_length(label) > 1000
    THEN CASE WHEN cardinality(parts) % 2 = 0 THEN parts || substr(label, 1001)
      ELSE parts[:cardinality(parts) - 1] || (parts[cardinality(parts)] || substr(label, 1001)) END
    ELSE parts END;
END
$$;

COMMENT ON FUNCTION reeve.search_mark(text, regconfig, text[], text) IS
  'A label in parts, every second one of them matched: words that equal one of the lexemes, or '
  'begin with one.';
