CREATE OR REPLACE FUNCTION reeve.reply_reason(
  reply_id int, label text, policy text, app text, until timestamptz, name text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
  SELECT left(x.rendered, 1000)
  FROM reeve.reply_text(reply_reason.reply_id, NULL, NULL, jsonb_build_object(
    'label', label, 'until', until, 'limit', name, 'policy', (
      SELECT p.title FROM reeve.policy p
      WHERE p.app = reply_reason.app AND p.name = reply_reason.policy))) x
$$;

COMMENT ON FUNCTION reeve.reply_reason(int, text, text, text, timestamptz, text) IS
  'The public reason that a saved reply makes for an action: in English, or any language that it '
  'is in, with times in UTC. The notices have it in the language and zone of each reader. until, '
  'name: the end and the limit of the action, NULL = none.';
