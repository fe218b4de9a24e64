CREATE OR REPLACE FUNCTION reeve.evidence_wanted(c reeve.collection, key text)
RETURNS TABLE(place bigint, role text, collection_id int, row_key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  messages reeve.collection := CASE WHEN c.conversation IS NOT NULL THEN c END;
  conversation text := key;
  anchor text;
  around int;
BEGIN
  IF messages.collection_id IS NULL THEN
    messages := reeve.conversation_messages(c);
  ELSE
    anchor := key;
    conversation := reeve.conversation_of(c, key);
  END IF;
  around := coalesce((messages.conversation ->> 'around')::int, 10);
  RETURN QUERY
    SELECT row_number() OVER (ORDER BY f.tier, f.name, f.place), f.role, f.collection_id,
      f.row_key
    FROM (
      SELECT DISTINCT ON (w.collection_id, w.row_key) w.*
      FROM (
        SELECT 1, 'subject', c.collection_id, evidence_wanted.key, NULL, 0::bigint
        UNION ALL
        SELECT 2, 'parent', p.parent_id, p.parent_key, p.name, 0
        FROM reeve.hand_parents(c.collection_id, ARRAY[evidence_wanted.key]) p
        WHERE p.parent_key IS NOT NULL
        UNION ALL
        SELECT 3, 'message', messages.collection_id, m.key, NULL, m.place
        FROM reeve.hand_conversation(messages.collection_id, conversation, anchor,
          CASE WHEN anchor IS NULL THEN 2 * around ELSE around END + 1, around) m
        WHERE conversation IS NOT NULL AND messages.collection_id IS NOT NULL
      ) w(tier, role, collection_id, row_key, name, place)
      ORDER BY w.collection_id, w.row_key, w.tier) f;
END
$$;

COMMENT ON FUNCTION reeve.evidence_wanted(reeve.collection, text) IS
  'The rows that evidence about a subject takes: itself, what it belongs to, and of a message '
  'those before and after it, of a conversation its last ones.';
