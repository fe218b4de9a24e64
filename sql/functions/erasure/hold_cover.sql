CREATE OR REPLACE FUNCTION reeve.hold_cover(app text)
RETURNS TABLE(collection_id int, key text, action_id bigint)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT r.collection_id, r.key, m.action_id
    FROM reeve.mark m
    JOIN reeve.collection c ON c.collection_id = m.collection_id AND c.app = hold_cover.app
    CROSS JOIN LATERAL reeve.erase_reach(m.collection_id, ARRAY[m.key]) r
    WHERE m.kind = 'hold' AND m.until > clock_timestamp();
END
$$;

COMMENT ON FUNCTION reeve.hold_cover(text) IS
  'Rows that legal holds of an app protect: their subjects and everything that an erasure of '
  'these would reach.';
