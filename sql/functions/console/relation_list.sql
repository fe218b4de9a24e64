CREATE OR REPLACE FUNCTION reeve.relation_list(c reeve.collection)
RETURNS TABLE(name text, child_id int, columns text[], key_types text[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT p.name, o.collection_id, reeve.catalog_columns(p.body -> 'columns'), c.key_types
    FROM reeve.collection o
    JOIN reeve.app_part m ON m.app = o.app AND m.path = ARRAY['collections', o.name]
    CROSS JOIN LATERAL jsonb_each(m.body -> 'parents') p(name, body)
    WHERE o.app = c.app AND o.is_live AND p.body ->> 'collection' = c.name
    ORDER BY o.collection_id, p.name;
END
$$;

COMMENT ON FUNCTION reeve.relation_list(reeve.collection) IS
  'The collections whose rows belong to rows of a collection, by their parents in the catalog: '
  'the parent''s name there, and the columns that hold its key, with their types in key_types.';
