CREATE OR REPLACE FUNCTION reeve.search_note(
  app text, query text, hits bigint, ms float8, collection_id int DEFAULT NULL,
  visitor text DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Without a worker nobody counts them: they must not fill the disk.
  IF current_setting('transaction_read_only')::boolean OR query !~ E'\\S'
    OR reeve.search_log_is_full() THEN
    RETURN;
  END IF;
  INSERT INTO reeve.search_heard(app, query, is_empty, step, collection_id, who)
  VALUES (app, reeve.search_discreet(query), hits = 0,
    ceil(ln(least(greatest(coalesce(ms, 0), 0.1), 1e6)) / ln(1.2))::int, collection_id,
    CASE WHEN collection_id IS NOT NULL THEN reeve.search_who(visitor) END);
END
$$;

COMMENT ON FUNCTION reeve.search_note(text, text, bigint, float8, int, text) IS
  'Notes a search of an app: its query, how many results it had and how many milliseconds it took; '
  'with a collection also who searched, for a while; nothing in a read-only transaction. A stable '
  'search may call it, as no search reads what it writes.';
