CREATE OR REPLACE FUNCTION reeve.conversation_messages(c reeve.collection) RETURNS reeve.collection
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  messages reeve.collection;
BEGIN
  SELECT m.* INTO messages FROM reeve.collection m
  WHERE m.is_live AND (m.conversation ->> 'of_id')::int = c.collection_id
  ORDER BY m.collection_id LIMIT 1;
  RETURN messages;
END
$$;

COMMENT ON FUNCTION reeve.conversation_messages(reeve.collection) IS
  'The collection whose rows are the messages of the conversations in c; NULL if c holds no '
  'conversations.';
