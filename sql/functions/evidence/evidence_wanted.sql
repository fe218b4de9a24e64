CREATE OR REPLACE FUNCTION reeve.evidence_wanted(c reeve.collection, keys text[])
RETURNS TABLE(
  root text, place bigint, role text, collection_id int, row_key text, content text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  is_message boolean := c.conversation IS NOT NULL;
  messages reeve.collection := CASE WHEN is_message THEN c ELSE reeve.conversation_messages(c) END;
  around int := coalesce((messages.conversation ->> 'around')::int, 10);
BEGIN
  RETURN QUERY
    WITH near AS MATERIALIZED (SELECT * FROM reeve.app_evidence(c, keys)),
    said AS MATERIALIZED (
      SELECT k AS root, m.key, m.place
      FROM unnest(keys) k
      CROSS JOIN LATERAL (
        SELECT CASE WHEN is_message THEN reeve.conversation_of(c, k) ELSE k END
        WHERE messages.collection_id IS NOT NULL) v(conversation)
      CROSS JOIN LATERAL reeve.app_conversation(messages.collection_id, v.conversation,
        CASE WHEN is_message THEN k END,
        CASE WHEN is_message THEN around + 1 ELSE 2 * around END, around) m
      WHERE v.conversation IS NOT NULL),
    present AS MATERIALIZED (
      -- One content for each row, even if code of the app shows it differently at each look.
      SELECT DISTINCT ON (r.collection_id, r.key) r.*
      FROM (
        SELECT n.collection_id, n.key, n.content FROM near n WHERE n.content IS NOT NULL
        UNION ALL
        SELECT messages.collection_id, m.key, m.content
        FROM (SELECT array_agg(DISTINCT s.key) FROM said s) a(keys)
        CROSS JOIN LATERAL reeve.app_rows(messages.collection_id, a.keys) m
        WHERE a.keys IS NOT NULL) r
      ORDER BY r.collection_id, r.key)
    SELECT f.root, row_number() OVER (PARTITION BY f.root ORDER BY f.tier, f.name, f.place),
      f.role, f.collection_id, f.row_key, p.content
    FROM (
      SELECT DISTINCT ON (w.root, w.collection_id, w.row_key) w.*
      FROM (
        SELECT k, 1, 'subject', c.collection_id, k, NULL, 0::bigint FROM unnest(keys) k
        UNION ALL
        SELECT n.root, 2, 'parent', n.collection_id, n.key, n.name, 0
        FROM near n WHERE n.root IS NOT NULL
        UNION ALL
        SELECT s.root, 3, 'message', messages.collection_id, s.key, NULL, s.place FROM said s
      ) w(root, tier, role, collection_id, row_key, name, place)
      ORDER BY w.root, w.collection_id, w.row_key, w.tier) f
    JOIN present p ON p.collection_id = f.collection_id AND p.key = f.row_key;
END
$$;

COMMENT ON FUNCTION reeve.evidence_wanted(reeve.collection, text[]) IS
  'The rows that evidence about each subject (root) covers, as they are now: itself, its parents, '
  'for a message its neighbours, for a conversation its last messages.';
