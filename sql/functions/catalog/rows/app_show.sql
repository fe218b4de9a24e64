-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_show(
  collection_id int, key text, revealed text[] DEFAULT '{}')
RETURNS TABLE(field text, value text, type text, is_masked boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_seen(reeve.collection_get(collection_id));
  fields text;
BEGIN
  SELECT string_agg(
    CASE WHEN a.attname IS NULL
      THEN format('(%L, %L, ''text'', FALSE)', s.name, reeve.column_gone(s.name))
      WHEN s.name = ANY (c.personal_columns) AND s.name <> ALL (revealed)
      THEN format('(%L, CASE WHEN t.%I IS NOT NULL THEN ''•••'' END, ''text'', TRUE)', s.name,
        s.name)
      ELSE format('(%L, t.%I::text, %L, FALSE)', s.name, s.name,
        -- Without modifiers, and of a domain what it is made from: it is drawn by this name.
        format_type(coalesce(nullif(y.typbasetype, 0), y.oid), NULL)) END, ', ' ORDER BY s.place)
  INTO STRICT fields
  FROM (
    SELECT n.name, min(n.place)
    FROM unnest(c.show_columns || revealed) WITH ORDINALITY n(name, place)
    GROUP BY n.name) s(name, place)
  LEFT JOIN pg_attribute a ON a.attrelid = c.relation AND a.attname = s.name
  LEFT JOIN pg_type y ON y.oid = a.atttypid;
  RETURN QUERY EXECUTE reeve.reader_call(
    c.app, 'field text, value text, type text, is_masked boolean')
  USING format(
    'SELECT f.* FROM %s t CROSS JOIN LATERAL (VALUES %s) f(field, value, type, is_masked) WHERE %s',
    c.table_sql, fields, c.keys_sql), ARRAY[key];
END
$$;

COMMENT ON FUNCTION reeve.app_show(int, text, text[]) IS
  'The shown fields of one row in catalog order as text, personal ones masked unless they are '
  'revealed; no row if it is gone.';
