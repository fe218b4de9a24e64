CREATE OR REPLACE FUNCTION reeve.action_repeat(
  action_id bigint, why text,
  OUT verb text, OUT app text, OUT collection text, OUT key text, OUT args jsonb, OUT problem text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  a reeve.action;
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT l.* INTO a FROM reeve.action l WHERE l.action_id = action_repeat.action_id;
  c := reeve.collection_get(a.collection_id);
  app := c.app;
  collection := c.name;
  verb := a.verb;
  key := a.key;
  problem := CASE
    WHEN a.action_id IS NULL THEN format('there is no action A%s', action_repeat.action_id)
    WHEN NOT EXISTS (
      SELECT FROM reeve.catalog_action d
      WHERE d.verb = a.verb AND d.collection_id = a.collection_id AND d.is_live) THEN
      format('A%s is an %s, which cannot be repeated', a.action_id, a.verb)
    -- Unless it is on record as hiding its subject, which the app's own column does not hide.
    WHEN a.reversed_by IS NULL AND a.until > statement_timestamp()
      AND NOT (reeve.collection_hidden(c) IS NOT NULL AND EXISTS (
        SELECT FROM reeve.subject s
        WHERE s.collection_id = a.collection_id AND s.key = a.key
          AND a.action_id = ANY (s.hidden_by))
        AND EXISTS (SELECT FROM reeve.app_visible(c, ARRAY[a.key]))) THEN
      format('A%s is still in force', a.action_id) END;
  args := jsonb_strip_nulls(jsonb_build_object('policy', a.policy, 'severity', a.severity,
    'public', a.public_reason, 'name', a.name, 'protect', a.is_protecting,
    'why', coalesce(nullif(btrim(action_repeat.why), ''), a.reason),
    'for', CASE WHEN a.until < 'infinity' THEN
      extract(epoch FROM a.until - a.performed_at)::bigint || ' seconds' END,
    'forever', CASE WHEN a.until = 'infinity' AND a.erase_at IS NULL
      AND reeve.merge_into(a.collection_id, a.verb, a.name) IS NULL THEN TRUE END));
END
$$;

COMMENT ON FUNCTION reeve.action_repeat(bigint, text) IS
  'The arguments to plan and perform an action again as a new one: same subject and arguments, '
  'same duration, with another reason if given; problem says why it cannot be repeated: '
  'one in force can only be where the app has cleared the column that it wrote. NULL: '
  'verb, app, collection, key, problem.';

GRANT EXECUTE ON FUNCTION reeve.action_repeat(bigint, text) TO reeve_viewer;
