CREATE OR REPLACE FUNCTION reeve.search_joined(source_id int, keys text[]) RETURNS void
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.change(collection_id, keys)
  SELECT l.number, k.keys
  FROM (
    SELECT c.collection_id AS number FROM reeve.collection c
    WHERE c.collection_id = search_joined.source_id AND EXISTS (
      SELECT FROM reeve.search_generation g
      WHERE g.collection_id = c.collection_id AND g.state <> 'retired')
    UNION ALL
    SELECT -j.join_id FROM reeve.search_join j
    WHERE j.source_id = search_joined.source_id AND j.is_live) l
  CROSS JOIN LATERAL (
    SELECT array_agg(u.key) AS keys FROM unnest(search_joined.keys) WITH ORDINALITY u(key, place)
    GROUP BY (u.place - 1) / 100) k;
END
$$;

COMMENT ON FUNCTION reeve.search_joined(int, text[]) IS
  'Has these rows, which were hidden or shown, read again, with the rows that belong to them and '
  'are searched by their texts.';
