CREATE OR REPLACE FUNCTION reeve.report_list()
RETURNS TABLE(
  app text, name text, collection text, arguments text[], columns text[], help text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT r.app, r.name, c.name, r.arguments, r.columns, r.help
  FROM reeve.report r JOIN reeve.collection c USING (collection_id)
  ORDER BY r.app, r.name
$$;

COMMENT ON FUNCTION reeve.report_list() IS 'The read-only verbs that the applied apps bring along.';

GRANT EXECUTE ON FUNCTION reeve.report_list() TO reeve_viewer;
