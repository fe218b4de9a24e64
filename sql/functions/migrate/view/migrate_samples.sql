CREATE OR REPLACE FUNCTION reeve.migrate_samples(copy_id int, rows int) RETURNS jsonb
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT jsonb_object_agg(p.place, reeve.role_read(pg_get_userbyid(r.relowner), format(
    'SELECT coalesce(jsonb_agg(jsonb_object(%L, ARRAY[%s])), ''[]'') '
    'FROM (SELECT * FROM %s ORDER BY %s LIMIT %s) x', n.names, n.texts, p.name, (
      SELECT string_agg(quote_ident(k), ', ') FROM unnest(p.keys || p.list) k), rows)))
  FROM reeve.live_copy c
  CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, 'source', c.source, '') p
  JOIN pg_class r ON r.oid = p.relation
  CROSS JOIN LATERAL (
    SELECT array_agg(a.attname::text ORDER BY a.attnum),
      string_agg(format('x.%I::text', a.attname), ', ' ORDER BY a.attnum)
    FROM pg_attribute a
    WHERE a.attrelid = p.relation AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attname <> ALL (reeve.catalog_columns(c.mapping -> 'drop')))
    n(names, texts)
  WHERE c.copy_id = migrate_samples.copy_id
$$;

COMMENT ON FUNCTION reeve.migrate_samples(int, int) IS
  'The first rows of each table of a copy''s source, by its place in reeve.migrate_parts: of '
  'each row the texts of its columns by name, as the tables'' owner reads them by the old '
  'name, which has none of those that are dropped.';
