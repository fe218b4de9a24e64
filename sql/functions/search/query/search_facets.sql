CREATE OR REPLACE FUNCTION reeve.search_facets(
  app text, query text, within text DEFAULT NULL, filters jsonb DEFAULT '{}', max int DEFAULT 10)
RETURNS TABLE(field text, value text, documents bigint, is_exact boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  generations int[];
BEGIN
  PERFORM reeve.member_require('viewer');
  generations := reeve.search_live(search_facets.app, within);
  RETURN QUERY
    SELECT f.field, f.value, f.documents, f.is_exact
    FROM reeve.search_count(reeve.search_ask(generations, query, filters, NULL, FALSE), ARRAY(
        SELECT DISTINCT n.name
        FROM reeve.search_generation g
        CROSS JOIN LATERAL unnest(reeve.catalog_columns(g.declared #> '{search,facets}')) n(name)
        WHERE g.generation_id = ANY (generations)), 50000, max) f
    ORDER BY f.field NULLS FIRST, f.documents DESC, f.value;
END
$$;

COMMENT ON FUNCTION reeve.search_facets(text, text, text, jsonb, int) IS
  'Facets of a search: how many documents have every word (field NULL), and the most frequent '
  'values of each declared facet among them; exact up to 50,000 documents. Needs viewer. '
  'NULL: field, value.';

GRANT EXECUTE ON FUNCTION reeve.search_facets(text, text, text, jsonb, int) TO reeve_viewer;
