CREATE OR REPLACE FUNCTION reeve.catalog_load_numbers(manifest jsonb, ids jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  DELETE FROM reeve.count_rule r USING reeve.collection c
  WHERE c.collection_id = r.collection_id AND c.app = manifest ->> 'app' AND NOT EXISTS (
    SELECT FROM reeve.catalog_counts(manifest) n
    WHERE (ids ->> n.collection)::int = r.collection_id AND n.name = r.name
      AND n.count_sql = r.count_sql AND n.spec ->> 'stored' IS NOT DISTINCT FROM r.stored);
  INSERT INTO reeve.count_rule(collection_id, name, count_sql, stored)
  SELECT (ids ->> n.collection)::int, n.name, n.count_sql, n.spec ->> 'stored'
  FROM reeve.catalog_counts(manifest) n
  ON CONFLICT ON CONSTRAINT count_rule_pkey DO NOTHING;
END
$$;

COMMENT ON FUNCTION reeve.catalog_load_numbers(jsonb, jsonb) IS
  'Writes the counts and ranks of a manifest, whose collections are written. What says something '
  'else than before is compared and built anew. ids: collection name to id.';
