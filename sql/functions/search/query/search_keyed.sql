CREATE OR REPLACE FUNCTION reeve.search_keyed(generations int[], query text, is_public boolean)
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  typed constant text := btrim(query, E' \t\n"#{}');
  -- uuid are written in both cases and in braces, numbers after #.
  keys constant text[] := ARRAY[typed, lower(typed), upper(typed), lower(typed COLLATE "C"),
    upper(typed COLLATE "C")];
  generation int;
  key text;
  found jsonb := '[]';
BEGIN
  IF (octet_length(typed) <= 128 AND typed ~ E'^[^[:space:]]*\\d[^[:space:]]*$') IS NOT TRUE THEN
    RETURN found;
  END IF;
  FOREACH generation IN ARRAY generations LOOP
    EXECUTE format('SELECT i.key FROM reeve_index.%I i WHERE i.key = ANY ($1)
      AND (NOT $3 OR i.tsv @@ $4) ORDER BY i.key <> $2 LIMIT 1', (
      SELECT n.table_name FROM reeve.search_generation n WHERE n.generation_id = generation))
    INTO key USING keys, typed, is_public, quote_literal(chr(28))::tsquery;
    IF key IS NOT NULL THEN
      found := found || jsonb_build_array(jsonb_build_array(generation, key));
    END IF;
  END LOOP;
  RETURN found;
END
$$;

COMMENT ON FUNCTION reeve.search_keyed(int[], text, boolean) IS
  'The documents of some generations whose key is a query, as pins of reeve.search_ask: '
  '[generation, key]; for the public only what everybody may see. A query without a digit or with '
  'blanks is no key.';
