CREATE OR REPLACE FUNCTION reeve.catalog_load_feed(manifest jsonb, ids jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  app_name text := manifest ->> 'app';
BEGIN
  -- No other session purges meanwhile.
  PERFORM FROM reeve.change_purge p WHERE p.app = app_name FOR UPDATE;
  DELETE FROM reeve.feed_rule r USING reeve.collection c
  WHERE c.collection_id = r.collection_id AND c.app = app_name;
  INSERT INTO reeve.feed_rule(collection_id, to_sql, gone_sql, shown_sql)
  SELECT (ids ->> n.collection)::int, n.to_sql, n.gone_sql, n.shown_sql
  FROM reeve.catalog_feeds(manifest) n;
  -- Whoever has read another feed, or one of other rows, begins anew.
  INSERT INTO reeve.feed AS f(app, keep, declared)
  SELECT app_name, coalesce((manifest #>> '{feed,keep}')::interval, '7 days'), coalesce(
      jsonb_object_agg(e.key, jsonb_build_array(n.to_sql, n.gone_sql, n.shown_sql, e.value -> 'key',
        reeve.catalog_table(manifest, e.key))) FILTER (WHERE e.key IS NOT NULL), '{}')
  FROM reeve.catalog_feeds(manifest) n
  JOIN jsonb_each(manifest -> 'collections') e ON e.key = n.collection
  HAVING count(*) > 0 OR EXISTS (SELECT FROM reeve.feed o WHERE o.app = app_name)
  ON CONFLICT ON CONSTRAINT feed_app_key DO UPDATE
    SET keep = EXCLUDED.keep, declared = EXCLUDED.declared,
      epoch = CASE WHEN f.declared = EXCLUDED.declared THEN f.epoch ELSE EXCLUDED.epoch END;
  PERFORM reeve.feed_release(app_name);
END
$$;

COMMENT ON FUNCTION reeve.catalog_load_feed(jsonb, jsonb) IS
  'Writes the feed of a manifest, whose collections and ranks have been written. Cursors of a feed '
  'whose declaration was another are refused from then on. ids: collection name to id.';
