-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.subject_relations(app text, collection text, key text)
RETURNS TABLE(
  is_parent boolean, name text, related text, related_key text, label text, rows bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- How many rows of a relation are counted; one more says that there are more.
  counted bigint := 10000;
  c reeve.collection;
  own text;
  counts text;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_relations.app, subject_relations.collection);
  own := reeve.subject_key(c, subject_relations.key);
  BEGIN
    RETURN QUERY
      SELECT TRUE, p.name, o.name, p.parent_key, f.label, NULL::bigint
      FROM reeve.app_parents(c.collection_id, ARRAY[own]) p
      JOIN reeve.collection o ON o.collection_id = p.parent_id
      LEFT JOIN LATERAL reeve.app_named(o, ARRAY[p.parent_key]) f ON TRUE
      WHERE p.parent_key IS NOT NULL;
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    RAISE WARNING '%', SQLERRM USING HINT = reeve.catalog_remedy();
  END;
  -- Rows that no index finds are not counted: nobody waits for a number they did not ask for.
  SELECT string_agg(format('SELECT %L::text, %L::text, %s', r.name, o.name,
    CASE WHEN x.ge IS NULL THEN 'NULL::bigint' ELSE format(
      '(SELECT count(*) FROM (SELECT FROM %s t WHERE %s LIMIT $5) r)', o.table_sql,
      reeve.catalog_keys('t', r.columns, r.key_types)) END), ' UNION ALL ')
  INTO counts
  FROM reeve.relation_list(c) r
  JOIN reeve.collection o ON o.collection_id = r.child_id
  CROSS JOIN LATERAL reeve.catalog_index(o.relation, r.columns[1]) x
  WHERE to_regclass(o.table_sql) IS NOT NULL;
  IF counts IS NOT NULL THEN
    BEGIN
      RETURN QUERY EXECUTE format('SELECT FALSE, r.name, r.related, NULL::text, NULL::text, r.rows'
        ' FROM (%s) r', reeve.reader_call(c.app, 'name text, related text, rows bigint',
          ARRAY['keys', 'max_rows']))
      USING counts, ARRAY[own], counted + 1;
    EXCEPTION WHEN SQLSTATE 'RV006' THEN
      RAISE WARNING '%', SQLERRM USING HINT = reeve.catalog_remedy();
    END;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.subject_relations(text, text, text) IS
  'Returns the parents of a subject, with label or tombstone, and the collections that belong to '
  'it, with the number of their rows that do: 10001 for more than 10000, NULL if no index finds '
  'them. name: the parent''s name in the catalog of the collection that belongs to the other. '
  'NULL: related_key, label, rows.';

GRANT EXECUTE ON FUNCTION reeve.subject_relations(text, text, text) TO reeve_viewer;
