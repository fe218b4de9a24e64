CREATE OR REPLACE FUNCTION reeve.search_hidden(coll reeve.collection) RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT jsonb_object_agg(h.name, h.keys)
    FROM (
      SELECT c.name, jsonb_agg(s.key) AS keys
      FROM jsonb_array_elements_text(coll.search #> '{joined,sources}') n(name)
      JOIN reeve.collection c ON c.app = coll.app AND c.name = n.name
      JOIN reeve.subject s USING (collection_id)
      WHERE s.hidden_until > statement_timestamp()
      GROUP BY c.name) h);
END
$$;

COMMENT ON FUNCTION reeve.search_hidden(reeve.collection) IS
  'Parents that are hidden now, whose texts nothing is found by: keys by collection. NULL: result, '
  'where there is none.';
