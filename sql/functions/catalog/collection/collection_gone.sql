CREATE OR REPLACE FUNCTION reeve.collection_gone(c reeve.collection)
RETURNS TABLE(name text, type text, new_name text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- As a rule all are there. The look at which of them it goes by takes longer.
  IF NOT EXISTS (
    SELECT FROM reeve.collection_column k
    WHERE k.collection_id = c.collection_id AND k.name <> ALL (ARRAY(
      SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = coalesce(to_regclass(c.table_sql), c.relation) AND NOT a.attisdropped)))
  THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT k.name, CASE WHEN to_regtype(k.type) IS NULL THEN 'text' ELSE k.type END, (
      SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.relation AND a.attrelid = k.table_id AND a.attnum = k.number
        AND NOT a.attisdropped)
    FROM reeve.collection_column k
    WHERE k.collection_id = c.collection_id
      AND (k.name = ANY (c.key_columns || c.show_columns || c.personal_columns || c.find_plain
          || c.find_column || c.visible_column) OR strpos(c.label_sql, quote_ident(k.name)) > 0)
      AND NOT EXISTS (
        SELECT FROM pg_attribute a
        WHERE a.attrelid = coalesce(to_regclass(c.table_sql), c.relation) AND a.attname = k.name
          AND NOT a.attisdropped)
    ORDER BY k.number;
END
$$;

COMMENT ON FUNCTION reeve.collection_gone(reeve.collection) IS
  'Columns by which a collection shows, finds, identifies or labels its rows and that no longer '
  'exist in its table, with the type they had; new_name: the present name of a renamed column. '
  'NULL: new_name.';
