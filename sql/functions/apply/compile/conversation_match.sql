CREATE OR REPLACE FUNCTION reeve.conversation_match(collection_id int) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.catalog_match(n.columns, reeve.catalog_types(c.relation, n.columns))
  FROM reeve.collection c
  JOIN reeve.app a USING (app)
  CROSS JOIN LATERAL (
    SELECT reeve.catalog_columns(a.manifest #> ARRAY[
      'collections', c.name, 'parents', c.conversation ->> 'of', 'columns'])) n(columns)
  WHERE c.collection_id = conversation_match.collection_id AND c.conversation IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.conversation_match(int) IS
  'Condition that the message t belongs to the conversation with the key u.key.';
