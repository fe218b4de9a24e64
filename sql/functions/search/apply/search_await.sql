CREATE OR REPLACE FUNCTION reeve.search_await(parents jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  source record;
BEGIN
  FOR source IN
    SELECT j.source_id,
      CASE WHEN count(*) = count(p.item ->> 1) THEN array_agg(DISTINCT p.item ->> 1) END AS keys
    FROM jsonb_array_elements(parents) p(item)
    JOIN reeve.search_join j ON j.join_id = (p.item ->> 0)::int
    GROUP BY j.source_id ORDER BY j.source_id
  LOOP
    WITH hidden AS MATERIALIZED (SELECT * FROM reeve.app_hidden(source.source_id, source.keys)),
    gone AS (
      -- What is due by now is left to search_wake.
      DELETE FROM reeve.search_due d
      WHERE d.source_id = source.source_id AND (source.keys IS NULL OR d.key = ANY (source.keys))
        AND d.due_at > statement_timestamp()
        AND NOT EXISTS (SELECT FROM hidden h WHERE h.key = d.key))
    INSERT INTO reeve.search_due AS d(source_id, key, due_at)
    SELECT source.source_id, h.key, h.until FROM hidden h ORDER BY h.key
    ON CONFLICT ON CONSTRAINT search_due_pkey DO UPDATE SET due_at = EXCLUDED.due_at
    WHERE d.due_at <> EXCLUDED.due_at;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_await(jsonb) IS
  'Notes until when these parents, arrays of join and key, are hidden by the app; a key null = all '
  'of that table.';
