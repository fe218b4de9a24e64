CREATE OR REPLACE FUNCTION reeve.reveal_case(
  c reeve.collection, key text, only_case bigint) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH talk AS (
    SELECT CASE WHEN c.conversation IS NULL THEN reveal_case.key
        ELSE reeve.conversation_of(c, reveal_case.key) END AS key,
      CASE WHEN c.conversation IS NULL THEN (reeve.conversation_messages(c)).collection_id
        ELSE c.collection_id END AS messages,
      coalesce((c.conversation ->> 'of_id')::int, c.collection_id) AS talks)
  SELECT k.case_id
  FROM (SELECT * FROM talk WHERE messages IS NOT NULL OFFSET 0) t
  JOIN reeve.case k ON k.closed_at IS NULL AND k.case_id = coalesce(only_case, k.case_id) AND (
    k.collection_id = t.talks AND k.key = t.key
    OR k.collection_id = t.messages AND k.key IN (
      SELECT b FROM reeve.app_belonging(t.messages, t.key, ARRAY(
        SELECT o.key FROM reeve.case o
        WHERE o.closed_at IS NULL AND o.collection_id = t.messages)) b))
  ORDER BY k.key = reveal_case.key DESC, k.case_id LIMIT 1
$$;

COMMENT ON FUNCTION reeve.reveal_case(reeve.collection, text, bigint) IS
  'The open case because of which a conversation, or that of a message, may be read; NULL if '
  'nobody reported any of it.';
