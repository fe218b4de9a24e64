CREATE OR REPLACE FUNCTION reeve.catalog_compile(manifest jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  UPDATE reeve.rule r SET root_sql = o.root_sql, due_sql = o.due_sql, is_own = o.is_own
  FROM (
    SELECT c.collection_id, x.verb, x.seq, CASE
        WHEN x.body ? 'via' THEN reeve.catalog_root(
          manifest, f, 't', string_to_array(x.body ->> 'via', '.'))
        WHEN x.body ? 'through' THEN reeve.catalog_tie(manifest, c, x.body)
        ELSE f.key_sql END,
      '(' || reeve.catalog_bind(x.body ->> 'due') || ')::timestamptz',
      -- A condition may come true later, and a row that was deleted may come back.
      f.collection_id = c.collection_id AND NOT x.body ?| '{via,through,where,delete}'
    FROM reeve.catalog_rules(manifest) x
    JOIN reeve.collection c ON c.app = manifest ->> 'app' AND c.name = x.collection
    JOIN reeve.collection f ON f.app = c.app AND f.name = x.body ->> 'collection'
  ) o(collection_id, verb, seq, root_sql, due_sql, is_own)
  WHERE r.app = manifest ->> 'app' AND r.is_live AND r.collection_id = o.collection_id
    AND r.verb = o.verb AND r.seq = o.seq
    AND (r.root_sql, r.due_sql, r.is_own) IS DISTINCT FROM (o.root_sql, o.due_sql, o.is_own);
  DELETE FROM reeve.file_source f WHERE f.app = manifest ->> 'app';
  INSERT INTO reeve.file_source(app, place, path, owner_id, collection, bucket, is_personal, key,
    source, narrowed, owner_key, owner_keys, owner_visible)
  SELECT c.app, f.ordinality, f.path, c.collection_id, f.collection, f.bucket, f.is_personal,
    f.key, f.source, f.narrowed, f.owner_key, f.owner_keys, f.owner_visible
  FROM reeve.catalog_files(manifest) WITH ORDINALITY f
  JOIN reeve.collection c ON c.app = manifest ->> 'app' AND c.name = f.owner;
  -- Tables that have lost columns since may get them back: what was written then stays.
  IF EXISTS (
    SELECT FROM reeve.collection c
    WHERE c.app = manifest ->> 'app' AND c.is_live AND (
      to_regclass(c.table_sql) IS NULL OR EXISTS (SELECT FROM reeve.collection_gone(c))))
  THEN
    RETURN;
  END IF;
  DELETE FROM reeve.reader_statement s WHERE s.app = manifest ->> 'app';
  INSERT INTO reeve.reader_statement(app, name, statement, is_kept)
  WITH other AS MATERIALIZED (
    SELECT format(' %s ', k.oid::regclass) AS name FROM pg_class k
    WHERE k.relkind IN ('p', 'v', 'm', 'f') AND k.relnamespace <> 'pg_catalog'::regnamespace)
  -- Only of plain tables: a plan that is kept knows no keys, and would read each partition.
  SELECT manifest ->> 'app', s.name, s.statement, NOT EXISTS (
    SELECT FROM other o WHERE strpos(s.statement, o.name) > 0)
  FROM (
    SELECT x.name || ' ' || c.collection_id AS name, x.statement
    FROM reeve.collection c
    CROSS JOIN LATERAL (VALUES
      ('evidence', reeve.evidence_statement(c)),
      ('files', reeve.files_statement(c.collection_id)),
      ('made', reeve.made_statement(c)),
      ('parents', nullif(c.parents_sql, ''))) x(name, statement)
    WHERE c.app = manifest ->> 'app' AND c.is_live
    UNION ALL
    SELECT 'objects ' || f.bucket, reeve.objects_statement(f.app, ARRAY[f.bucket])
    FROM reeve.file_source f WHERE f.app = manifest ->> 'app' GROUP BY f.app, f.bucket) s
  WHERE s.statement IS NOT NULL;
END
$$;

COMMENT ON FUNCTION reeve.catalog_compile(jsonb) IS
  'Writes to the live rules of an app what its manifest, which is loaded, says of the rows of '
  'each: on which subject one depends, whether it is the subject itself, and when it is due; where '
  'rows name objects of buckets (reeve.file_source); and what its reader reads at every report and '
  'act (reeve.reader_statement).';
