CREATE OR REPLACE FUNCTION reeve.migrate_facts(answer jsonb)
RETURNS TABLE(name text, value jsonb, column_name text)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT 'rows', CASE jsonb_typeof(answer -> 0) WHEN 'number' THEN answer -> 0
    WHEN 'array' THEN to_jsonb(jsonb_array_length(answer -> 0)) ELSE '0' END, NULL
  UNION ALL
  SELECT 'returned ' || quote_ident(f.key), f.value, f.key
  FROM jsonb_array_elements(
    CASE jsonb_typeof(answer -> 0) WHEN 'array' THEN answer -> 0 ELSE '[]' END) r
  CROSS JOIN LATERAL jsonb_each(r) f
  UNION ALL
  SELECT quote_ident(f.key), f.value, f.key
  FROM jsonb_each(CASE jsonb_typeof(answer -> 1) WHEN 'object' THEN answer -> 1 ELSE '{}' END) f
$$;

COMMENT ON FUNCTION reeve.migrate_facts(jsonb) IS
  'What a statement that reeve.migrate_try tried returned and left, one fact a row: how many rows '
  'it returned or changed, their columns, and those of the row as it reads afterwards. NULL: '
  'column_name.';
