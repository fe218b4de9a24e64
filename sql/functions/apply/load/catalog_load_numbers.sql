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

  UPDATE reeve.rank_rule r SET is_live = FALSE,
    built_at = CASE WHEN EXISTS (
      SELECT FROM reeve.catalog_ranks(manifest) n WHERE n.collection = c.name) THEN r.built_at END
  FROM reeve.collection c WHERE c.collection_id = r.collection_id AND c.app = manifest ->> 'app';
  INSERT INTO reeve.rank_rule AS r(collection_id, source_id, half_life, parent_columns, score_sql,
    listed_sql, weight_sql, by_id)
  SELECT (ids ->> n.collection)::int, (ids ->> (n.spec ->> 'of'))::int,
    (n.spec ->> 'half_life')::interval, n.columns, n.score_sql, n.listed_sql, n.weight_sql,
    (ids ->> (n.spec #>> '{by,collection}'))::int
  FROM reeve.catalog_ranks(manifest) n
  ON CONFLICT ON CONSTRAINT rank_rule_collection_key DO UPDATE SET is_live = TRUE,
    source_id = EXCLUDED.source_id, half_life = EXCLUDED.half_life,
    parent_columns = EXCLUDED.parent_columns, score_sql = EXCLUDED.score_sql,
    listed_sql = EXCLUDED.listed_sql, weight_sql = EXCLUDED.weight_sql, by_id = EXCLUDED.by_id,
    built_at = CASE WHEN r.score_sql = EXCLUDED.score_sql THEN r.built_at END;
  DELETE FROM reeve.rank_score s USING reeve.rank_rule r
  WHERE r.rank_id = s.rank_id AND NOT r.is_live;
  DELETE FROM reeve.rank_stale s USING reeve.rank_rule r
  WHERE r.rank_id = s.rank_id AND NOT r.is_live;
  IF EXISTS (
    SELECT FROM reeve.rank_rule r JOIN reeve.collection c USING (collection_id)
    WHERE c.app = manifest ->> 'app' AND r.is_live)
  THEN
    PERFORM reeve.change_enter(manifest ->> 'app', 'rank');
  ELSE
    PERFORM reeve.change_leave(manifest ->> 'app', 'rank');
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.catalog_load_numbers(jsonb, jsonb) IS
  'Writes the counts and ranks of a manifest, whose collections have been written. A changed one '
  'is compared and built anew. ids: collection name to id.';
