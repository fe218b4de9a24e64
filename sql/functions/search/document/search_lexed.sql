CREATE OR REPLACE FUNCTION reeve.search_lexed(coll reeve.collection) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN ARRAY(
    SELECT f.name FROM unnest(reeve.search_filters(coll.search)) f(name)
    WHERE f.name <> ALL (reeve.search_ordered(coll)) ORDER BY f.name);
END
$$;

COMMENT ON FUNCTION reeve.search_lexed(reeve.collection) IS
  'Filters of a collection whose values are lexemes of its documents: those without an order of '
  'their own.';
