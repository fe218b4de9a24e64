-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_rows(collection_id int, keys text[])
RETURNS TABLE(key text, content text)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  BEGIN
    PERFORM reeve.collection_seen(c);
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    -- One table that is gone must not stop acts on the others.
    RAISE WARNING 'no evidence of %: %', c.name, SQLERRM USING HINT = reeve.catalog_remedy();
    RETURN;
  END;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, content text')
  USING format('SELECT %s, %s::text FROM %s t WHERE %s',
    c.key_sql, reeve.object_expression(ARRAY(
      SELECT format('%1$L, t.%1$I', s.name)
      FROM (
        SELECT unnest(c.key_columns || c.show_columns || c.personal_columns)
        UNION SELECT jsonb_array_elements_text(p.body #> '{encrypted,bind}')
          FROM reeve.app_part p WHERE p.app = c.app AND p.path = ARRAY['collections', c.name]
        UNION SELECT c.conversation ->> 'at' UNION SELECT c.conversation ->> 'text') s(name)
      JOIN pg_attribute a ON a.attrelid = c.relation AND a.attname = s.name)),
    c.table_sql, c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_rows(int, text[]) IS
  'The rows with these keys as evidence keeps them: the columns that the catalog shows, as '
  'canonical JSON.';
