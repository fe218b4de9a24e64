CREATE OR REPLACE FUNCTION reeve.search_snippet(parts text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  spare int := 160;
BEGIN
  IF char_length(parts[1]) > 40 THEN
    parts[1] := '…' || regexp_replace(right(parts[1], 40), E'^\\S*\\s', '');
  END IF;
  FOR i IN 1 .. least(cardinality(parts), 12) LOOP
    IF char_length(parts[i]) > spare THEN
      RETURN parts[:i - 1] || (left(parts[i], spare) || '…');
    END IF;
    spare := spare - char_length(parts[i]);
  END LOOP;
  RETURN parts[:12];
END
$$;

COMMENT ON FUNCTION reeve.search_snippet(text[]) IS
  'Some words around the first match of a text in parts, every second one matched '
  '(reeve.search_mark).';
