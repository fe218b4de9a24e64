-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_evidence(c reeve.collection, keys text[])
RETURNS TABLE(root text, name text, collection_id int, key text, content text)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
#variable_conflict use_column
DECLARE
  statement text := (
    SELECT string_agg(format('SELECT NULL, NULL, %s, %s, %s FROM %s t%s', r.collection_id,
        r.key_sql, o.kept, r.table_sql, CASE WHEN p.is_parent THEN format(
          ' JOIN (SELECT DISTINCT n.key FROM up n WHERE n.id = %s) u ON %s', r.collection_id,
          r.match_sql) ELSE ' WHERE ' || r.keys_sql END), ' UNION ALL ')
    FROM (
      SELECT app_evidence.c.collection_id, FALSE
      UNION ALL
      SELECT DISTINCT l.collection_id, TRUE
      FROM reeve.app_part m
      CROSS JOIN LATERAL jsonb_each(m.body -> 'parents') x
      JOIN reeve.collection l ON l.app = m.app AND l.name = x.value ->> 'collection'
      WHERE c.parents_sql <> '' AND m.app = c.app AND m.path = ARRAY['collections', c.name]
    ) p(collection_id, is_parent)
    JOIN reeve.collection r USING (collection_id)
    CROSS JOIN LATERAL reeve.evidence_object(r) o(kept)
    WHERE o.kept IS NOT NULL);
BEGIN
  IF c.parents_sql <> '' THEN
    statement := format('WITH up AS MATERIALIZED (SELECT * FROM (%s) p(root, name, id, key)'
      ' WHERE p.key IS NOT NULL) SELECT up.*, NULL::text FROM up', c.parents_sql)
      || coalesce(' UNION ALL ' || statement, '');
  END IF;
  IF statement IS NOT NULL THEN
    RETURN QUERY EXECUTE reeve.reader_call(
      c.app, 'root text, name text, collection_id int, key text, content text')
    USING statement, keys;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_evidence(reeve.collection, text[]) IS
  'These rows and their parents at one visit of the reader: who is whose parent by the catalog '
  '(root, name), and each row once as evidence keeps it (content; reeve.evidence_object). NULL: '
  'root, name, content.';
