CREATE OR REPLACE FUNCTION reeve.search_await(source_id int, keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  WITH hidden AS MATERIALIZED (
    SELECT h.key, max(h.until) AS until
    FROM (
      SELECT * FROM reeve.app_hidden(search_await.source_id, search_await.keys)
      UNION ALL
      SELECT s.key, s.hidden_until FROM reeve.subject s
      WHERE s.collection_id = search_await.source_id
        AND (search_await.keys IS NULL OR s.key = ANY (search_await.keys))
        AND s.hidden_until > statement_timestamp()) h
    GROUP BY h.key HAVING max(h.until) < 'infinity'),
  gone AS (
    -- Rows that are due by now are left to search_tick.
    DELETE FROM reeve.search_due d
    WHERE d.source_id = search_await.source_id
      AND (search_await.keys IS NULL OR d.key = ANY (search_await.keys))
      AND d.due_at > statement_timestamp()
      AND NOT EXISTS (SELECT FROM hidden h WHERE h.key = d.key))
  INSERT INTO reeve.search_due AS d(source_id, key, due_at)
  SELECT search_await.source_id, h.key, h.until FROM hidden h ORDER BY h.key
  ON CONFLICT ON CONSTRAINT search_due_pkey DO UPDATE SET due_at = EXCLUDED.due_at
  WHERE d.due_at <> EXCLUDED.due_at;
END
$$;

COMMENT ON FUNCTION reeve.search_await(int, text[]) IS
  'Notes until when these rows of a collection are hidden, by the app or by Reeve; NULL = all of '
  'them.';
