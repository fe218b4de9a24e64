CREATE OR REPLACE FUNCTION reeve.erase_reach(collection_id int, keys text[])
RETURNS TABLE(collection_id int, key text, depth int)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH RECURSIVE reach(collection_id, keys, depth) AS (
    SELECT erase_reach.collection_id, erase_reach.keys, 0
    UNION ALL
    SELECT h.reached_id, h.reached, r.depth + 1
    FROM reach r CROSS JOIN LATERAL reeve.app_reach(r.collection_id, r.keys) h
    WHERE r.depth < 8)
  SELECT r.collection_id, k.key, min(r.depth)
  FROM reach r CROSS JOIN LATERAL unnest(r.keys) k(key)
  GROUP BY r.collection_id, k.key
$$;

COMMENT ON FUNCTION reeve.erase_reach(int, text[]) IS
  'The rows that an erasure of these would erase by the catalog: themselves, and those that go '
  'with them.';
