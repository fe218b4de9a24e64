CREATE OR REPLACE FUNCTION reeve.identifier_shared(collection_id int, keys text[], kinds text[])
RETURNS TABLE(
  key text, kind text, is_current boolean, is_verified boolean, other_id int, other text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT i.key, i.kind, i.is_current, i.is_verified AND (o).is_verified, (o).collection_id,
      (o).key
    FROM reeve.identifier i
    JOIN reeve.collection c ON c.collection_id = i.collection_id
    CROSS JOIN LATERAL (
      SELECT array_agg(s.x) FROM (
        SELECT x FROM reeve.identifier x
        WHERE x.hmac = i.hmac AND x.kind = i.kind AND x.collection_id IN (
          SELECT l.collection_id FROM reeve.collection l WHERE l.app = c.app)
        LIMIT 1001) s) n(among)
    CROSS JOIN LATERAL unnest(n.among) o
    WHERE i.collection_id = identifier_shared.collection_id
      AND i.key = ANY (identifier_shared.keys)
      AND (identifier_shared.kinds IS NULL OR i.kind = ANY (identifier_shared.kinds))
      AND cardinality(n.among) <= 1000
      AND ((o).collection_id, (o).key) <> (i.collection_id, i.key);
END
$$;

COMMENT ON FUNCTION reeve.identifier_shared(int, text[], text[]) IS
  'Accounts of the same app (other_id, other) that share an identifier of these kinds (NULL: any) '
  'with one of these, now or before; is_current: this one has it now; is_verified: of both. One '
  'that over 1,000 accounts share is left out: it says next to nothing, and would take long.';
