CREATE OR REPLACE FUNCTION reeve.catalog_rights(manifest jsonb, tables text[] DEFAULT NULL)
RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH a AS MATERIALIZED (
    SELECT reeve.app_role('writer', manifest ->> 'app') AS writer,
      reeve.app_role('reader', manifest ->> 'app') AS reader),
  rule AS MATERIALIZED (SELECT * FROM reeve.catalog_rules(manifest)),
  act AS MATERIALIZED (SELECT * FROM reeve.catalog_actions(manifest)),
  -- The table is NULL where a right is on something else.
  given(relation, statement) AS (
    SELECT NULL, format('GRANT USAGE ON SCHEMA %I TO %I', s, r.name)
    FROM a
    CROSS JOIN unnest(ARRAY[a.writer, a.reader]) r(name)
    CROSS JOIN unnest(reeve.catalog_schemas(manifest)) s
    WHERE NOT has_schema_privilege(r.name, s, 'USAGE')
    UNION ALL
    SELECT n.name, format('GRANT SELECT%s%s ON %s TO %I',
      CASE WHEN EXISTS (
        SELECT FROM rule r
        WHERE r.body ->> 'collection' = c.key AND r.body ? 'delete'
        UNION ALL
        SELECT FROM jsonb_array_elements(c.value -> 'retain') r(body) WHERE r.body ? 'delete')
        THEN ', DELETE' ELSE '' END,
      (SELECT ', UPDATE (' || string_agg(DISTINCT quote_ident(w.name), ', ') || ')'
        FROM (
          SELECT c.value ->> 'visible' AS name WHERE c.value ->> 'visible' IS NOT NULL
          UNION
          SELECT jsonb_object_keys(r.body -> 'set')
          FROM rule r
          WHERE r.body ->> 'collection' = c.key AND r.body ? 'set'
          UNION
          SELECT unnest(reeve.catalog_columns(c.value #> '{encrypted,columns}'))
          UNION
          SELECT jsonb_object_keys(c.value #> '{erase,set}')
          UNION
          SELECT n.value ->> 'stored' FROM jsonb_each(c.value -> 'counts') n
          WHERE n.value ? 'stored'
          UNION
          SELECT jsonb_object_keys(r.body -> 'set')
          FROM jsonb_array_elements(c.value -> 'retain') r(body)
          UNION
          -- PostgreSQL lets only those lock rows who may update some column.
          SELECT c.value #>> '{key,0}'
          FROM (
            SELECT r.collection, r.body ->> 'collection' FROM rule r
            UNION ALL
            SELECT o.collection, NULL FROM act o
            UNION ALL
            SELECT c.key, NULL WHERE c.value ? 'retain') s(one, other)
          WHERE c.key IN (s.one, s.other) AND c.value ->> 'visible' IS NULL) w),
      n.name, a.writer)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL reeve.catalog_table(manifest, c.key) n(name)
    UNION ALL
    SELECT n.name, format('GRANT SELECT ON %s TO %I', n.name, a.reader)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL reeve.catalog_table(manifest, c.key) n(name)
    UNION ALL
    SELECT NULL, format('GRANT EXECUTE ON FUNCTION %s TO %I', v.routine, a.reader)
    FROM a CROSS JOIN jsonb_each(coalesce(manifest -> 'views', '{}')) r
    CROSS JOIN LATERAL (SELECT reeve.catalog_view_routine(manifest, r.value)) v(routine)
    WHERE v.routine IS NOT NULL
    UNION ALL
    SELECT NULL, format('GRANT EXECUTE ON FUNCTION %I.%I(text[]) TO %I, %I',
      manifest ->> 'schema', f.value #>> '{sql,function}', a.reader, a.writer)
    FROM a CROSS JOIN jsonb_each(coalesce(manifest -> 'flags', '{}')) f WHERE f.value ? 'sql'
    UNION ALL
    SELECT DISTINCT NULL, format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure,
      a.reader)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') e
    CROSS JOIN LATERAL unnest(reeve.catalog_columns(e.value #> '{feed,calls}')) n(name)
    JOIN pg_proc p ON p.proname = n.name
      AND p.pronamespace = to_regnamespace(quote_ident(manifest ->> 'schema'))
    UNION ALL
    SELECT DISTINCT n.name, format('GRANT SELECT ON %s TO %I, %I', n.name, a.writer, a.reader)
    FROM a CROSS JOIN rule r
    CROSS JOIN LATERAL format('%I.%I', manifest ->> 'schema', r.body #>> '{through,table}') n(name)
    WHERE r.body ? 'through'
    UNION ALL
    SELECT n.name, format('GRANT SELECT, %s ON %s TO %I',
      coalesce('UPDATE (' || (SELECT string_agg(quote_ident(s), ', ')
        FROM jsonb_object_keys(t.body -> 'set') s) || ')', 'DELETE'), n.name, a.writer)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') e
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(e.value #> '{erase,tables}', '[]')) t(body)
    CROSS JOIN LATERAL (
      SELECT reeve.catalog_near(manifest, e.key, t.body)) n(name)
    UNION ALL
    SELECT n.name, format('GRANT SELECT ON %s TO %I', n.name, a.reader)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') e
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(e.value #> '{erase,tables}', '[]')) t(body)
    CROSS JOIN LATERAL (
      SELECT reeve.catalog_near(manifest, e.key, t.body)) n(name)
    UNION ALL
    SELECT n.name, format('GRANT SELECT ON %s TO %I', n.name, a.reader)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') e
    CROSS JOIN LATERAL jsonb_each(e.value -> 'details') d
    CROSS JOIN LATERAL (
      SELECT reeve.catalog_near(manifest, e.key, d.value)) n(name)
    UNION ALL
    SELECT DISTINCT n.name, format('GRANT SELECT ON %s TO %I', n.name, a.reader)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') e
    CROSS JOIN LATERAL jsonb_array_elements(e.value -> 'files') f(body)
    CROSS JOIN LATERAL reeve.catalog_near(manifest, e.key, f.body) n(name)
    WHERE f.body ? 'table'
    UNION ALL
    -- Who writes a row computes what an index on the name holds.
    SELECT DISTINCT NULL, format('GRANT EXECUTE ON FUNCTION %I.%I(text) TO %I, %I',
      manifest ->> 'schema', f.body ->> 'name', a.reader, a.writer)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') e
    CROSS JOIN LATERAL jsonb_array_elements(e.value -> 'files') f(body)
    WHERE f.body ? 'name'
    UNION ALL
    SELECT DISTINCT n.name, format('GRANT SELECT ON %s TO %I', n.name, a.reader)
    FROM a CROSS JOIN jsonb_each(manifest -> 'collections') e
    CROSS JOIN LATERAL format('%I.%I', manifest ->> 'schema',
      e.value #>> '{encrypted,keys}') n(name)
    WHERE e.value ? 'encrypted'
    UNION ALL
    SELECT NULL, format('GRANT EXECUTE ON FUNCTION %s TO %I', t.signature, a.writer)
    FROM a CROSS JOIN reeve.catalog_tasks(manifest) t
    UNION ALL
    SELECT NULL, format('GRANT EXECUTE ON FUNCTION %s TO %I', i.signature, a.writer)
    FROM a CROSS JOIN reeve.catalog_inboxes(manifest) i
    UNION ALL
    -- Before each app had an app writer of its own, this role had the rights of all.
    SELECT NULL, format('REVOKE ALL ON %s FROM reeve_access',
      reeve.catalog_table(manifest, e.key))
    FROM jsonb_each(manifest -> 'collections') e
    WHERE has_any_column_privilege('reeve_access', reeve.catalog_table(manifest, e.key),
      'SELECT'))
  SELECT array_agg(g.statement) FROM given g WHERE tables IS NULL OR g.relation = ANY (tables)
$$;

COMMENT ON FUNCTION reeve.catalog_rights(jsonb, text[]) IS
  'The statements by which an app''s owner lets the app''s reader and writer do what the catalog '
  'needs (reeve.catalog_grant). tables: only those about these tables, by their quoted names with '
  'schema. NULL: result, where there are none.';
