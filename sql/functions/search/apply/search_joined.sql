CREATE OR REPLACE FUNCTION reeve.search_joined(source_id int, keys text[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  INSERT INTO reeve.change(collection_id, keys)
  SELECT -j.join_id, k.keys
  FROM reeve.search_join j
  CROSS JOIN LATERAL (
    SELECT array_agg(u.key) AS keys FROM unnest(search_joined.keys) WITH ORDINALITY u(key, place)
    GROUP BY (u.place - 1) / 100) k
  WHERE j.source_id = search_joined.source_id AND j.is_live
$$;

COMMENT ON FUNCTION reeve.search_joined(int, text[]) IS
  'Has what belongs to these rows, and is searched by their texts, read again: whether they are '
  'hidden has changed.';
