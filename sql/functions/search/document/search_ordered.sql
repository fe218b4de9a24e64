CREATE OR REPLACE FUNCTION reeve.search_ordered(coll reeve.collection) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN ARRAY(
    SELECT f.name FROM unnest(reeve.search_filters(coll.search)) f(name)
    CROSS JOIN LATERAL reeve.search_source(coll.relation, f.name) y
    WHERE y.kind IN ('D', 'N', 'T') AND NOT y.is_array ORDER BY f.name COLLATE "C");
END
$$;

COMMENT ON FUNCTION reeve.search_ordered(reeve.collection) IS
  'Filters of a collection that are one number or moment.';
