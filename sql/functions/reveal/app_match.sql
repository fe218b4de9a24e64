-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_match(
  collection_id int, field text, value text, max_rows int, begins boolean DEFAULT FALSE)
RETURNS TABLE(key text, label text)
LANGUAGE plpgsql STABLE ROWS 5 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  read text := reeve.reader_call(c.app, 'key text, label text', ARRAY['words', 'max_rows']);
  chosen text := format('SELECT %s, (%s)::text FROM %s t WHERE ', c.key_sql, c.label_sql,
    c.table_sql);
  kind record;
BEGIN
  SELECT format_type(a.atttypid, a.atttypmod) AS name, t.typcategory = 'S' AS is_text
  INTO STRICT kind
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = c.relation AND a.attname = field;
  IF begins THEN
    IF kind.is_text THEN
      RETURN QUERY EXECUTE read
      USING format('%s lower(t.%I) LIKE lower($6) ORDER BY 1 LIMIT $5', chosen, field),
        regexp_replace(value, E'([\\\\%_])', E'\\\\\\1', 'g') || '%', max_rows::bigint;
    END IF;
    RETURN;
  END IF;
  RETURN QUERY EXECUTE read
  USING format('%s t.%I = $6::%s LIMIT $5', chosen, field, kind.name), value, max_rows::bigint;
  IF NOT FOUND AND kind.is_text THEN
    RETURN QUERY EXECUTE read
    USING format('%s lower(t.%I) = lower($6) LIMIT $5', chosen, field), value, max_rows::bigint;
  END IF;
EXCEPTION WHEN data_exception THEN
  RETURN;  -- The text is no value of that type, so no row holds it.
END
$$;

COMMENT ON FUNCTION reeve.app_match(int, text, text, int, boolean) IS
  'Rows in which a field equals that value exactly; if none does, a text is compared ignoring '
  'case. begins: texts that begin with the value, ignoring case.';
