CREATE OR REPLACE FUNCTION reeve.search_belonging(
  generation_id int, parents jsonb, most int DEFAULT NULL)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_belonging.generation_id;
  IF EXISTS (SELECT FROM jsonb_array_elements(parents) p WHERE p ->> 1 IS NULL) THEN
    -- Truncated: it may be any.
    RETURN QUERY EXECUTE format('SELECT i.key FROM reeve_index.%I i LIMIT %L', g.table_name, most);
    RETURN;
  END IF;
  RETURN QUERY
    SELECT DISTINCT d.key
    FROM (
      SELECT (p ->> 0)::int AS join_id, array_agg(DISTINCT p ->> 1) AS keys
      FROM jsonb_array_elements(parents) p GROUP BY 1) j
    CROSS JOIN LATERAL reeve.app_children(j.join_id, j.keys, most) d(key);
END
$$;

COMMENT ON FUNCTION reeve.search_belonging(int, jsonb, int) IS
  'Keys of rows of a generation''s collection whose documents have texts of these parents, arrays '
  'of join and key; a key null = that table was truncated; where most is given, at least '
  'so many if there are more.';
