CREATE OR REPLACE FUNCTION reeve.catalog_load_joins(manifest jsonb, ids jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  UPDATE reeve.search_join j SET is_live = FALSE
  FROM reeve.collection c
  WHERE c.collection_id = j.collection_id AND c.app = manifest ->> 'app';
  INSERT INTO reeve.search_join(collection_id, path, source_id, columns, children_sql)
  SELECT (ids ->> e.key)::int, j.path, (ids ->> j.source)::int, j.columns,
    format('SELECT %s FROM %s t WHERE %s',
      reeve.catalog_key(reeve.catalog_columns(e.value -> 'key')),
      reeve.catalog_table(manifest, e.key),
      reeve.catalog_via(manifest, e.key, 't', string_to_array(j.path, '.')))
  FROM jsonb_each(manifest -> 'collections') e
  CROSS JOIN LATERAL reeve.catalog_joins(manifest, e.key) j
  ON CONFLICT ON CONSTRAINT search_join_path_key DO UPDATE SET
    source_id = EXCLUDED.source_id, columns = EXCLUDED.columns,
    children_sql = EXCLUDED.children_sql, is_live = TRUE
$$;

COMMENT ON FUNCTION reeve.catalog_load_joins(jsonb, jsonb) IS
  'Writes the parents by whose texts the collections of a manifest are searched. ids: collection '
  'name to id.';
