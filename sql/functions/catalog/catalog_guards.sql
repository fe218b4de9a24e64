CREATE OR REPLACE FUNCTION reeve.catalog_guards(manifest jsonb)
RETURNS TABLE(
  collection text, bites text, place int, path text, table_sql text, relation regclass,
  actors text[], operations text[], key_columns text[], key_types text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.key, coalesce(c.value ->> 'bites', 'none'), g.place::int,
    format('/collections/%s/guards/%s', c.key, g.place - 1), n.table_sql, to_regclass(n.table_sql),
    reeve.catalog_columns(g.body -> 'actor'),
    ARRAY(SELECT DISTINCT w FROM unnest(
      reeve.catalog_columns(coalesce(g.body -> 'writes', '["insert", "update"]'))) w),
    k.columns,
    reeve.catalog_types(to_regclass(reeve.catalog_table(manifest, c.key)), k.columns)
  FROM jsonb_each(manifest -> 'collections') c
  CROSS JOIN LATERAL jsonb_array_elements(coalesce(c.value -> 'guards', '[]'))
    WITH ORDINALITY g(body, place)
  CROSS JOIN LATERAL (
    SELECT format('%I.%I', manifest ->> 'schema', g.body ->> 'table')) n(table_sql)
  CROSS JOIN LATERAL (SELECT reeve.catalog_columns(c.value -> 'key')) k(columns)
$$;

COMMENT ON FUNCTION reeve.catalog_guards(jsonb) IS
  'The tables that refuse the writes of barred rows, one a guard of a manifest: actors names the '
  'writer, in the order of the barred collection''s key. relation is NULL when there is no table.';
