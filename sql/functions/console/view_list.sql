CREATE OR REPLACE FUNCTION reeve.view_list()
RETURNS TABLE(
  app text, name text, collection text, arguments text[], columns text[], types text[], help text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT v.app, v.name, c.name, v.arguments, v.columns, (
    SELECT array_agg(coalesce(s.spec #>> ARRAY['types', k.name], t.type, 'text') ORDER BY k.place)
    FROM unnest(v.columns) WITH ORDINALITY k(name, place)
    LEFT JOIN reeve.catalog_view_types(reeve.catalog_view_routine(a.manifest, s.spec)) t
      USING (name)), v.help
  FROM reeve.catalog_view v
  JOIN reeve.app a ON a.app = v.app
  LEFT JOIN reeve.collection c ON c.collection_id = v.collection_id
  CROSS JOIN LATERAL (SELECT a.manifest #> ARRAY['views', v.name]) s(spec)
  WHERE reeve.member_holds('viewer')
  ORDER BY v.app, v.name
$$;

COMMENT ON FUNCTION reeve.view_list() IS
  'The views of the applied apps. collection: that of the subject they are about; NULL = the '
  'whole app. types: those of the columns, as the catalog declares them, else as SQL does. NULL: '
  'collection, types, help.';

GRANT EXECUTE ON FUNCTION reeve.view_list() TO reeve_viewer;
