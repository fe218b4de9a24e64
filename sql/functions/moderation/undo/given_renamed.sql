CREATE OR REPLACE FUNCTION reeve.given_renamed(c reeve.collection, names text[]) RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN coalesce((
    SELECT jsonb_object_agg(k.name, a.attname)
    FROM reeve.collection_column k
    JOIN reeve.collection l ON l.collection_id = k.collection_id AND l.relation = c.relation
    JOIN pg_attribute a ON a.attrelid = c.relation AND a.attnum = k.number AND NOT a.attisdropped
    WHERE k.collection_id = c.collection_id AND k.name = ANY (names) AND k.table_id = c.relation
      AND a.attname <> k.name), '{}');
END
$$;

COMMENT ON FUNCTION reeve.given_renamed(reeve.collection, text[]) IS
  'The present names of columns that have been renamed since the catalog was applied, by the '
  'former ones, which other columns may have by now. None of a table that was restored since: its '
  'columns have other numbers.';
