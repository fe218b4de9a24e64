CREATE OR REPLACE FUNCTION reeve.conversation_messages(c reeve.collection) RETURNS reeve.collection
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT m.*
  FROM reeve.collection m JOIN reeve.app a USING (app)
  WHERE m.app = c.app AND m.is_live AND m.conversation IS NOT NULL
    AND a.manifest #>> ARRAY['collections', m.name, 'parents', m.conversation ->> 'of',
      'collection'] = c.name
  ORDER BY m.collection_id LIMIT 1
$$;

COMMENT ON FUNCTION reeve.conversation_messages(reeve.collection) IS
  'The collection whose rows are the messages of conversations that c holds; NULL where c holds '
  'none.';
