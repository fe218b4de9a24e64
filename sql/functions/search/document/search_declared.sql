CREATE OR REPLACE FUNCTION reeve.search_declared(coll reeve.collection) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- The number changes whenever the extractor or the index does.
  SELECT jsonb_build_object('extractor', 8, 'search',
    coll.search - '{public,roles,limit}'::text[], 'table', coll.table_sql,
    'key', coll.key_columns, 'types', coll.key_types, 'label', coll.label_sql,
    'visible', (SELECT reeve.catalog_visible(a.manifest, coll.name)
      FROM reeve.app a WHERE a.app = coll.app))
$$;

COMMENT ON FUNCTION reeve.search_declared(reeve.collection) IS
  'Everything except its rows that a collection''s documents depend on; a change of it requires '
  'a rebuild.';
