CREATE OR REPLACE FUNCTION reeve.conversation_of(c reeve.collection, key text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT p.parent_key FROM reeve.app_parents(c.collection_id, ARRAY[conversation_of.key]) p
    WHERE p.name = c.conversation ->> 'of');
END
$$;

COMMENT ON FUNCTION reeve.conversation_of(reeve.collection, text) IS
  'The key of the conversation that a message belongs to; NULL if there is no such message.';
