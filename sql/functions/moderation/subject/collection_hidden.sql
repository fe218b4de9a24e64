CREATE OR REPLACE FUNCTION reeve.collection_hidden(c reeve.collection) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  hidden text := (
    SELECT a.manifest #>> ARRAY['collections', c.name, 'hidden']
    FROM reeve.app a WHERE a.app = c.app);
BEGIN
  RETURN CASE
    WHEN c.visible_column IS NULL OR NOT c.is_live OR NOT EXISTS (
      SELECT FROM pg_attribute a
      WHERE a.attrelid = c.relation AND a.attname = c.visible_column) THEN NULL
    WHEN hidden IS NULL THEN format('t.%I > statement_timestamp()', c.visible_column)
    -- Whatever moment it holds was one when it was hidden.
    WHEN hidden ~ E'\\$(at|until)\\y' THEN format('t.%I IS NOT NULL', c.visible_column)
    ELSE format('t.%I = (%s)', c.visible_column, hidden) END;
END
$$;

COMMENT ON FUNCTION reeve.collection_hidden(reeve.collection) IS
  'Condition over t: the app''s own column hides the row now. NULL: the catalog names no column '
  'for it, or the column is gone.';
