CREATE OR REPLACE FUNCTION reeve.catalog_grant(manifest jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.role_execute(manifest ->> 'owner',
    ARRAY(
      SELECT format('GRANT USAGE ON SCHEMA %I TO %I', s, r.name)
      FROM unnest(ARRAY[a.writer, a.reader]) r(name)
      CROSS JOIN unnest(reeve.catalog_schemas(manifest)) s
      WHERE NOT has_schema_privilege(r.name, s, 'USAGE'))
    || array_agg(format('GRANT SELECT%s%s ON %s TO %I',
      CASE WHEN EXISTS (
        SELECT FROM reeve.catalog_rules(manifest) r
        WHERE r.body ->> 'collection' = c.key AND r.body ? 'delete'
        UNION ALL
        SELECT FROM jsonb_array_elements(c.value -> 'retain') r(body) WHERE r.body ? 'delete')
        THEN ', DELETE' ELSE '' END,
      (SELECT ', UPDATE (' || string_agg(DISTINCT quote_ident(w.name), ', ') || ')'
        FROM (
          SELECT c.value ->> 'visible' AS name WHERE c.value ->> 'visible' IS NOT NULL
          UNION
          SELECT jsonb_object_keys(r.body -> 'set')
          FROM reeve.catalog_rules(manifest) r
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
            SELECT r.collection, r.body ->> 'collection' FROM reeve.catalog_rules(manifest) r
            UNION ALL
            SELECT a.collection, NULL FROM reeve.catalog_actions(manifest) a
            UNION ALL
            SELECT c.key, NULL WHERE c.value ? 'retain') s(one, other)
          WHERE c.key IN (s.one, s.other) AND c.value ->> 'visible' IS NULL) w),
      reeve.catalog_table(manifest, c.key), a.writer))
    || array_agg(format('GRANT SELECT ON %s TO %I', reeve.catalog_table(manifest, c.key), a.reader))
    || ARRAY(
      SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', v.routine, a.reader)
      FROM jsonb_each(coalesce(manifest -> 'views', '{}')) r
      CROSS JOIN LATERAL (SELECT reeve.catalog_view_routine(manifest, r.value)) v(routine)
      WHERE v.routine IS NOT NULL
      UNION ALL
      SELECT format('GRANT EXECUTE ON FUNCTION %I.%I(text[]) TO %I, %I', manifest ->> 'schema',
        f.value #>> '{sql,function}', a.reader, a.writer)
      FROM jsonb_each(coalesce(manifest -> 'flags', '{}')) f WHERE f.value ? 'sql'
      UNION ALL
      SELECT DISTINCT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, a.reader)
      FROM jsonb_each(manifest -> 'collections') e
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(e.value #> '{feed,calls}')) n(name)
      JOIN pg_proc p ON p.proname = n.name
        AND p.pronamespace = to_regnamespace(quote_ident(manifest ->> 'schema'))
      UNION ALL
      SELECT DISTINCT format('GRANT SELECT ON %I.%I TO %I, %I', manifest ->> 'schema',
        r.body #>> '{through,table}', a.writer, a.reader)
      FROM reeve.catalog_rules(manifest) r WHERE r.body ? 'through'
      UNION ALL
      SELECT format('GRANT SELECT, %s ON %s TO %I',
        coalesce('UPDATE (' || (SELECT string_agg(quote_ident(s), ', ')
          FROM jsonb_object_keys(t.body -> 'set') s) || ')', 'DELETE'), n.name, a.writer)
      FROM jsonb_each(manifest -> 'collections') e
      CROSS JOIN LATERAL jsonb_array_elements(coalesce(e.value #> '{erase,tables}', '[]')) t(body)
      CROSS JOIN LATERAL (
        SELECT reeve.catalog_near(manifest, e.key, t.body)) n(name)
      UNION ALL
      SELECT format('GRANT SELECT ON %s TO %I', reeve.catalog_near(manifest, e.key, t.body),
        a.reader)
      FROM jsonb_each(manifest -> 'collections') e
      CROSS JOIN LATERAL jsonb_array_elements(coalesce(e.value #> '{erase,tables}', '[]')) t(body)
      UNION ALL
      SELECT format('GRANT SELECT ON %s TO %I', reeve.catalog_near(manifest, e.key, d.value),
        a.reader)
      FROM jsonb_each(manifest -> 'collections') e
      CROSS JOIN LATERAL jsonb_each(e.value -> 'details') d
      UNION ALL
      SELECT DISTINCT format('GRANT SELECT ON %I.%I TO %I', manifest ->> 'schema',
        e.value #>> '{encrypted,keys}', a.reader)
      FROM jsonb_each(manifest -> 'collections') e WHERE e.value ? 'encrypted'
      UNION ALL
      SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', t.signature, a.writer)
      FROM reeve.catalog_tasks(manifest) t
      UNION ALL
      SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', i.signature, a.writer)
      FROM reeve.catalog_inboxes(manifest) i
      UNION ALL
      -- Before each app had an app writer of its own, this role had the rights of all.
      SELECT format('REVOKE ALL ON %s FROM reeve_access', reeve.catalog_table(manifest, e.key))
      FROM jsonb_each(manifest -> 'collections') e
      WHERE has_any_column_privilege('reeve_access', reeve.catalog_table(manifest, e.key),
        'SELECT')))
  FROM jsonb_each(manifest -> 'collections') c
  CROSS JOIN (
    SELECT reeve.app_role('writer', manifest ->> 'app'), reeve.app_role('reader',
      manifest ->> 'app')
  ) a(writer, reader)
  GROUP BY a.writer, a.reader
$$;

COMMENT ON FUNCTION reeve.catalog_grant(jsonb) IS
  'As the app''s owner: lets the app''s reader read the declared tables and run the views and '
  'what its feed calls, and its writer update the declared columns only (a key column, if an '
  'action locks rows and '
  'updates none), erase what the catalog declares, run the tasks, and take notices.';
