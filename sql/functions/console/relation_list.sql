CREATE OR REPLACE FUNCTION reeve.relation_list(c reeve.collection)
RETURNS TABLE(name text, child_id int, columns text[], key_types text[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT p.name, o.collection_id, reeve.catalog_columns(p.body -> 'columns'), c.key_types
    FROM reeve.app a
    CROSS JOIN LATERAL jsonb_each(a.manifest -> 'collections') m(name, body)
    CROSS JOIN LATERAL jsonb_each(m.body -> 'parents') p(name, body)
    JOIN reeve.collection o ON o.app = a.app AND o.name = m.name AND o.is_live
    WHERE a.app = c.app AND p.body ->> 'collection' = c.name
    ORDER BY o.collection_id, p.name;
END
$$;

COMMENT ON FUNCTION reeve.relation_list(reeve.collection) IS
  'The collections whose rows belong to rows of a collection, by their parents in the catalog: '
  'the parent''s name there, and the columns that hold its key, with their types in key_types.';
