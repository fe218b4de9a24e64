CREATE OR REPLACE FUNCTION reeve.catalog_compile(manifest jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  UPDATE reeve.rule r SET root_sql = o.root_sql, due_sql = o.due_sql
  FROM (
    SELECT c.collection_id, x.verb, x.seq, CASE
        WHEN x.body ? 'via' THEN reeve.catalog_root(
          manifest, f, 't', string_to_array(x.body ->> 'via', '.'))
        WHEN x.body ? 'through' THEN reeve.catalog_tie(manifest, c, x.body)
        ELSE f.key_sql END,
      '(' || reeve.catalog_bind(x.body ->> 'due') || ')::timestamptz'
    FROM reeve.catalog_rules(manifest) x
    JOIN reeve.collection c ON c.app = manifest ->> 'app' AND c.name = x.collection
    JOIN reeve.collection f ON f.app = c.app AND f.name = x.body ->> 'collection'
  ) o(collection_id, verb, seq, root_sql, due_sql)
  WHERE r.app = manifest ->> 'app' AND r.is_live AND r.collection_id = o.collection_id
    AND r.verb = o.verb AND r.seq = o.seq
    AND (r.root_sql, r.due_sql) IS DISTINCT FROM (o.root_sql, o.due_sql);
  -- Tables that have lost columns since may get them back: what was written then stays.
  IF NOT EXISTS (
    SELECT FROM reeve.collection c
    WHERE c.app = manifest ->> 'app' AND c.is_live AND (
      to_regclass(c.table_sql) IS NULL OR EXISTS (SELECT FROM reeve.collection_gone(c))))
  THEN
    UPDATE reeve.collection c SET evidence_sql = s.statement
    FROM (
      -- Only of plain tables: a plan that is kept knows no keys, and would read each partition.
      SELECT l.collection_id, CASE WHEN NOT EXISTS (
        SELECT FROM reeve.collection o JOIN pg_class k ON k.oid = o.relation
        WHERE o.app = l.app AND o.is_live AND k.relkind <> 'r'
          AND strpos(e.statement, o.table_sql) > 0) THEN e.statement END
      FROM reeve.collection l
      CROSS JOIN LATERAL reeve.evidence_statement(l) e(statement)
      WHERE l.app = manifest ->> 'app' AND l.is_live) s(collection_id, statement)
    WHERE c.collection_id = s.collection_id AND c.evidence_sql IS DISTINCT FROM s.statement;
  END IF;
  DELETE FROM reeve.file_source f WHERE f.app = manifest ->> 'app';
  INSERT INTO reeve.file_source(app, place, path, owner_id, collection, bucket, is_personal, key,
    source, narrowed, owner_key, owner_keys, owner_visible)
  SELECT c.app, f.ordinality, f.path, c.collection_id, f.collection, f.bucket, f.is_personal,
    f.key, f.source, f.narrowed, f.owner_key, f.owner_keys, f.owner_visible
  FROM reeve.catalog_files(manifest) WITH ORDINALITY f
  JOIN reeve.collection c ON c.app = manifest ->> 'app' AND c.name = f.owner;
END
$$;

COMMENT ON FUNCTION reeve.catalog_compile(jsonb) IS
  'Writes to the live rules of an app what its manifest, which is loaded, says of the rows of '
  'each: on which subject one depends, and when it is due; to its collections how evidence of them '
  'is read; and where rows name objects of buckets (reeve.file_source).';
