CREATE OR REPLACE FUNCTION reeve.search_snippet(
  texts text[], pattern text, lexemes text[], beginning text)
RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  body text;
  parts text[];
  spare int;
BEGIN
  FOREACH body IN ARRAY texts LOOP
    CONTINUE WHEN body IS NULL;
    parts := (reeve.search_mark(left(body, 1000), pattern, lexemes, beginning))[:12];
    IF cardinality(parts) > 1 THEN
      IF char_length(parts[1]) > 40 THEN
        parts[1] := '…' || regexp_replace(right(parts[1], 40), E'^\\S*\\s', '');
      END IF;
      spare := 160;
      FOR i IN 1 .. cardinality(parts) LOOP
        IF char_length(parts[i]) > spare THEN
          parts := parts[:i - 1] || (left(parts[i], spare) || '…');
          EXIT;
        END IF;
        spare := spare - char_length(parts[i]);
      END LOOP;
      RETURN parts;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.search_snippet(text[], text, text[], text) IS
  'Some words around the first match in the first text that has one, in parts, every second one '
  'matched; NULL if none has.';
