CREATE OR REPLACE FUNCTION reeve.migrate_parts(
  mapping jsonb, side text, main regclass, suffix text DEFAULT NULL)
RETURNS TABLE(place int, part text, relation regclass, name text, keys text[], is_list boolean,
  list text[], numbered text, shown text[], path text, schema_name text, table_name text,
  is_split boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT p.place, p.part, p.relation,
    CASE WHEN suffix IS NULL AND p.relation IS NOT NULL THEN p.relation::text
      ELSE format('%I.%I', p.schema_name, n.table_name) END,
    p.keys, p.is_list, p.list, p.numbered,
    CASE WHEN p.shown = '{}' THEN ARRAY(
      SELECT a.attname::text FROM pg_attribute a
      WHERE p.is_list AND a.attrelid = p.relation AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated = '' AND a.attname <> ALL (p.keys)
        AND a.attname IS DISTINCT FROM p.numbered
      ORDER BY a.attnum) ELSE p.shown END,
    p.path, p.schema_name, n.table_name,
    coalesce((SELECT r.relkind = 'p' FROM pg_class r WHERE r.oid = p.relation), FALSE)
  FROM (
    SELECT 0, '', main, mapping #>> ARRAY[side, 'schema'], mapping #>> ARRAY[side, 'table'],
      reeve.migrate_keys(mapping, side), FALSE, '{}'::text[], NULL, '{}'::text[], '/' || side
    UNION ALL
    SELECT row_number() OVER (ORDER BY p.key)::int, p.key,
      coalesce((mapping #>> ARRAY['relations', side, p.key])::oid::regclass, to_regclass(
        format('%I.%I', n.schema_name, p.value ->> 'table'))),
      n.schema_name, p.value ->> 'table', reeve.catalog_columns(p.value -> 'key'),
      p.value ?| ARRAY['each', 'place'],
      reeve.catalog_columns(coalesce(p.value -> 'each', p.value -> 'place')), p.value ->> 'place',
      reeve.catalog_columns(p.value -> 'columns'),
      format('/%s/parts/%s', side, replace(replace(p.key, '~', '~0'), '/', '~1'))
    FROM jsonb_each(coalesce(mapping #> ARRAY[side, 'parts'], '{}')) p
    CROSS JOIN LATERAL (SELECT coalesce(p.value ->> 'schema', mapping #>> ARRAY[side, 'schema']))
      n(schema_name)) p(place, part, relation, schema_name, table_name, keys, is_list, list,
        numbered, shown, path)
  -- A name has 63 bytes, of which a suffix and what else is added to it take up to 23.
  CROSS JOIN LATERAL (SELECT CASE WHEN coalesce(suffix, '') = '' THEN p.table_name
    WHEN octet_length(p.table_name) <= 40 THEN p.table_name || suffix
    ELSE (
      SELECT left(p.table_name, max(i)) FROM generate_series(0, 40) i
      WHERE octet_length(left(p.table_name, i)) <= 40 - coalesce(length('_' || nullif(p.place, 0)),
        0)) || coalesce('_' || nullif(p.place, 0), '') || suffix END) n(table_name)
$$;

COMMENT ON FUNCTION reeve.migrate_parts(jsonb, text, regclass, text) IS
  'Tables of a side (source or target) of a mapping: the main one at place 0, then its parts by '
  'name. keys: the columns that hold the main one''s key in each. A list has any number of rows '
  'per key, distinguished and ordered by list; numbered is the column with the position in it, '
  'from 1; shown are the columns of its elements. name: the name of the table, with a suffix its '
  'future name (empty: as in the mapping); table_name is the same without quotes. is_split: the '
  'table is partitioned.';
