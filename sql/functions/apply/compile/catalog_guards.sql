CREATE OR REPLACE FUNCTION reeve.catalog_guards(manifest jsonb)
RETURNS TABLE(
  collection text, limit_name text, enforcement text, place int, path text, table_sql text,
  relation regclass, actors text[], operations text[], key_columns text[], key_types text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.key, s.limit_name, s.enforcement,
    row_number() OVER (PARTITION BY c.key ORDER BY s.limit_name NULLS FIRST, g.place)::int,
    format('/collections/%s/%sguards/%s', c.key, s.path, g.place - 1), n.table_sql,
    to_regclass(n.table_sql),
    reeve.catalog_columns(g.body -> 'actor'),
    ARRAY(SELECT DISTINCT w FROM unnest(
      reeve.catalog_columns(coalesce(g.body -> 'writes', '["insert", "update"]'))) w),
    k.columns,
    reeve.catalog_types(to_regclass(reeve.catalog_table(manifest, c.key)), k.columns)
  FROM jsonb_each(manifest -> 'collections') c
  CROSS JOIN LATERAL (
    SELECT NULL, coalesce(c.value ->> 'enforcement', 'none'), '', c.value -> 'guards'
    UNION ALL
    SELECT l.key, 'guard', format('limits/%s/', l.key), l.value -> 'guards'
    FROM jsonb_each(coalesce(c.value -> 'limits', '{}')) l) s(limit_name, enforcement, path, guards)
  CROSS JOIN LATERAL jsonb_array_elements(coalesce(s.guards, '[]'))
    WITH ORDINALITY g(body, place)
  CROSS JOIN LATERAL (
    SELECT reeve.catalog_near(manifest, c.key, g.body)) n(table_sql)
  CROSS JOIN LATERAL (SELECT reeve.catalog_columns(c.value -> 'key')) k(columns)
$$;

COMMENT ON FUNCTION reeve.catalog_guards(jsonb) IS
  'The tables that refuse the writes of barred rows, one row per guard of a manifest, those of '
  'bans before those of limits: actors names the writer, in the order of the barred '
  'collection''s key. relation is NULL if there is no such table.';
