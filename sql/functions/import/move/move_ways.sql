CREATE OR REPLACE FUNCTION reeve.move_ways(app text, tables text[])
RETURNS TABLE(collection text, verbs text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.name, ARRAY(
    SELECT v.verb FROM reeve.catalog_action v
    WHERE v.app = c.app AND v.collection_id = c.collection_id AND v.verb IN ('hide', 'delete')
    ORDER BY v.verb DESC)
  FROM (
    SELECT DISTINCT ON (t.relation) l.*
    FROM (
      SELECT to_regclass(reeve.import_table(
        jsonb_build_object('app', move_ways.app, 'table', n.name))) AS relation
      FROM (
        SELECT unnest(tables) AS name
        UNION
        SELECT i.mapping ->> 'table' FROM reeve.import i
        WHERE i.app = move_ways.app AND i.finished_at IS NOT NULL AND i.has_keys) n) t
    JOIN reeve.collection l ON l.app = move_ways.app AND l.is_live AND l.relation = t.relation
    WHERE has_table_privilege(reeve.app_role('writer', move_ways.app), t.relation, 'SELECT')
    ORDER BY t.relation, l.collection_id) c
  ORDER BY c.name
$$;

COMMENT ON FUNCTION reeve.move_ways(text, text[]) IS
  'The collections of which a move can find rows whose records are gone, of the tables given and '
  'those of earlier moves, and which of hide and delete their catalog has. Runs as the installer.';
