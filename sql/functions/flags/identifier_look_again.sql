CREATE OR REPLACE FUNCTION reeve.identifier_look_again(collection_id int, keys text[])
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  INSERT INTO reeve.change(collection_id, keys)
  SELECT w.collection_id, array_agg(w.key)
  FROM (
    SELECT s.collection_id, s.key,
      (row_number() OVER (PARTITION BY s.collection_id) - 1) / 100 AS part
    FROM (
      SELECT DISTINCT o.collection_id, o.key
      FROM reeve.identifier i JOIN reeve.identifier o ON o.hmac = i.hmac AND o.kind = i.kind
      WHERE i.collection_id = identifier_look_again.collection_id
        AND i.key = ANY (identifier_look_again.keys)
        AND (o.collection_id, o.key) <> (i.collection_id, i.key)) s) w
  GROUP BY w.collection_id, w.part
$$;

COMMENT ON FUNCTION reeve.identifier_look_again(int, text[]) IS
  'Has flags look again, as if they had changed, at accounts that share an identifier with these.';
