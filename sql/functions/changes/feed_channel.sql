CREATE OR REPLACE FUNCTION reeve.feed_channel(collection_id int) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.app_role('feed', c.app)
  FROM reeve.feed_rule r JOIN reeve.collection c USING (collection_id)
  WHERE r.collection_id = feed_channel.collection_id
$$;

COMMENT ON FUNCTION reeve.feed_channel(int) IS
  'The notification channel of an app''s feed for changes of rows of a collection; NULL if it is '
  'not in a feed.';
