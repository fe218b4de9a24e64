CREATE OR REPLACE FUNCTION reeve.view_list()
RETURNS TABLE(
  app text, name text, collection text, arguments text[], columns text[], types text[], help text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT r.app, r.name, c.name, r.arguments, r.columns, (
    SELECT array_agg(coalesce(format_type(t.type, NULL), 'text') ORDER BY k.place)
    FROM unnest(r.columns) WITH ORDINALITY k(name, place)
    LEFT JOIN (
      SELECT o.name, o.type
      FROM unnest(p.proargnames, p.proallargtypes, p.proargmodes) o(name, type, mode)
      WHERE o.mode IN ('o', 't')
      UNION ALL
      SELECT x.attname, x.atttypid
      FROM pg_type y JOIN pg_attribute x ON x.attrelid = y.typrelid
      WHERE y.oid = p.prorettype AND x.attnum > 0 AND NOT x.attisdropped) t USING (name)), r.help
  FROM reeve.catalog_view r
  JOIN reeve.collection c USING (collection_id)
  JOIN reeve.app a ON a.app = r.app
  LEFT JOIN pg_namespace n ON n.nspname = a.manifest ->> 'schema'
  LEFT JOIN pg_proc p ON p.pronamespace = n.oid
    AND p.proname = a.manifest #>> ARRAY['views', r.name, 'function']
    AND oidvectortypes(p.proargtypes) = 'text' || repeat(', text', cardinality(r.arguments))
  WHERE reeve.member_holds('viewer')
  ORDER BY r.app, r.name
$$;

COMMENT ON FUNCTION reeve.view_list() IS
  'The read-only verbs that the applied apps bring along; types are those of the columns. '
  'NULL: types, help.';

GRANT EXECUTE ON FUNCTION reeve.view_list() TO reeve_viewer;
