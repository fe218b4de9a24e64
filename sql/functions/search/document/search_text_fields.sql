CREATE OR REPLACE FUNCTION reeve.search_text_fields(search jsonb)
RETURNS TABLE(name text, weight text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT n, min(w) FROM unnest(ARRAY['a', 'b', 'c', 'd']) w
    CROSS JOIN LATERAL unnest(reeve.catalog_columns(search -> w)) n
    WHERE search ? w
    GROUP BY n;
END
$$;

COMMENT ON FUNCTION reeve.search_text_fields(jsonb) IS
  'The columns whose words a search declaration indexes, and their greatest weight.';
