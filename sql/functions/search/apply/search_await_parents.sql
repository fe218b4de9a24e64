CREATE OR REPLACE FUNCTION reeve.search_await_parents(parents jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.search_await(s.source_id, s.keys)
  FROM (
    SELECT j.source_id,
      CASE WHEN count(*) = count(p.item ->> 1) THEN array_agg(DISTINCT p.item ->> 1) END AS keys
    FROM jsonb_array_elements(parents) p(item)
    JOIN reeve.search_join j ON j.join_id = (p.item ->> 0)::int
    GROUP BY j.source_id ORDER BY j.source_id) s
$$;

COMMENT ON FUNCTION reeve.search_await_parents(jsonb) IS
  'Notes until when these parents, arrays of join and key, are hidden; a key null = all of that '
  'table.';
