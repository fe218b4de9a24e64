CREATE OR REPLACE FUNCTION reeve.parents_statement(collection_id int) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN (
    SELECT string_agg(format('SELECT %s, %L::text, %s, %s FROM %s t WHERE %s', c.key_sql, p.name,
      o.collection_id,
      reeve.catalog_key(reeve.catalog_columns(p.body -> 'columns')), c.table_sql, c.keys_sql),
      ' UNION ALL ' ORDER BY p.name)
    FROM reeve.collection c
    JOIN reeve.app a USING (app)
    CROSS JOIN LATERAL jsonb_each(a.manifest #> ARRAY['collections', c.name, 'parents'])
      p(name, body)
    JOIN reeve.collection o ON o.app = c.app AND o.name = p.body ->> 'collection'
    WHERE c.collection_id = parents_statement.collection_id);
END
$$;

COMMENT ON FUNCTION reeve.parents_statement(int) IS
  'SELECT giving, for rows with the keys $1, their own key and the name, collection and key of '
  'what they belong to, for the app writer; NULL if the collection declares no parents.';
