CREATE OR REPLACE FUNCTION reeve.reveal_chat(ticket bigint, before int, after int)
RETURNS TABLE(
  collection text, key text, at timestamptz, author text, label text, words text,
  is_asked boolean, reports int, is_hidden boolean, binding text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  r reeve.reveal := reeve.reveal_take(ticket, 'chat');
  c reeve.collection := reeve.collection_get(r.collection_id);
  messages reeve.collection := c;
  anchor text := r.key;
  talk text := r.key;
  authors reeve.collection;
BEGIN
  IF c.conversation IS NULL THEN
    messages := reeve.conversation_messages(c);
    anchor := NULL;
  ELSE
    talk := reeve.conversation_of(c, r.key);
  END IF;
  authors := reeve.collection_get((messages.conversation ->> 'by_id')::int);
  RETURN QUERY
    WITH m AS MATERIALIZED (
      SELECT * FROM reeve.app_conversation(messages.collection_id, talk, anchor,
        least(greatest(before, 0), 1000) + CASE WHEN anchor IS NULL THEN 0 ELSE 1 END,
        least(greatest(after, 0), 1000))),
    who AS MATERIALIZED (
      SELECT f.key, f.label FROM reeve.app_named(authors, ARRAY(
        SELECT DISTINCT m.author FROM m WHERE m.author IS NOT NULL)) f
      WHERE authors.collection_id IS NOT NULL)
    SELECT messages.name, m.key, m.at, authors.name || ':' || m.author, w.label, m.words,
      m.key = r.key AND anchor IS NOT NULL, (
        SELECT count(*)::int FROM reeve.report p JOIN reeve.case k USING (case_id)
        WHERE k.collection_id = messages.collection_id AND k.key = m.key),
      coalesce(s.hidden_until > statement_timestamp(), FALSE), b.binding
    FROM m
    LEFT JOIN reeve.cipher_bindings(messages, ARRAY(SELECT x.key FROM m x)) b
      ON b.key = m.key AND b.field = messages.conversation ->> 'text'
    LEFT JOIN who w ON w.key = m.author
    LEFT JOIN reeve.subject s ON s.collection_id = messages.collection_id AND s.key = m.key
    ORDER BY m.place;
END
$$;

COMMENT ON FUNCTION reeve.reveal_chat(bigint, int, int) IS
  'The conversation that a ticket is for, oldest first: so many messages before and after the '
  'one asked for, or its last ones; at most 1000 each. reports: how often each was reported. '
  'binding: what an encrypted text is bound to. RV002. NULL: author, label, words, binding.';

GRANT EXECUTE ON FUNCTION reeve.reveal_chat(bigint, int, int) TO reeve_viewer;
