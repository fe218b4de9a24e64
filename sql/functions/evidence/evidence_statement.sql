CREATE OR REPLACE FUNCTION reeve.evidence_statement(c reeve.collection) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  statement text := (
    SELECT string_agg(format('SELECT NULL, NULL, %s, %s, %s FROM %s t%s', r.collection_id,
        r.key_sql, o.kept, r.table_sql, CASE WHEN p.is_parent THEN format(
          ' JOIN (SELECT DISTINCT n.key FROM up n WHERE n.id = %s) u ON %s', r.collection_id,
          r.match_sql) ELSE ' WHERE ' || r.keys_sql END), ' UNION ALL ')
    FROM (
      SELECT evidence_statement.c.collection_id, FALSE
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
  IF c.parents_sql = '' THEN
    RETURN statement;
  END IF;
  RETURN format('WITH up AS MATERIALIZED (SELECT * FROM (%s) p(root, name, id, key)'
    ' WHERE p.key IS NOT NULL) SELECT up.*, NULL::text FROM up', c.parents_sql)
    || coalesce(' UNION ALL ' || statement, '');
END
$$;

COMMENT ON FUNCTION reeve.evidence_statement(reeve.collection) IS
  'SELECT giving root, name, collection_id, key and content of what evidence covers of rows with '
  'the keys $1, by the tables as they are now: reeve.app_evidence. NULL: result, where neither '
  'the table nor a parent''s can be read.';
