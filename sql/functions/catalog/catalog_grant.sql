CREATE OR REPLACE FUNCTION reeve.catalog_grant(manifest jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.role_execute(manifest ->> 'owner',
    CASE WHEN has_schema_privilege('reeve_hand', manifest ->> 'schema', 'USAGE') THEN '{}'
      ELSE ARRAY[format('GRANT USAGE ON SCHEMA %I TO reeve_hand', manifest ->> 'schema')] END
    || array_agg(format('GRANT SELECT%s ON %s TO reeve_hand',
      (SELECT ', UPDATE (' || string_agg(DISTINCT quote_ident(w.name), ', ') || ')'
        FROM (
          SELECT c.value ->> 'visible' AS name WHERE c.value ->> 'visible' IS NOT NULL
          UNION
          SELECT jsonb_object_keys(r.body -> 'set')
          FROM reeve.catalog_rules(manifest) r
          WHERE r.body ->> 'collection' = c.key AND r.body ? 'set'
          UNION
          SELECT jsonb_object_keys(c.value #> '{erase,set}')
          UNION
          -- PostgreSQL lets lock rows only who may update some column.
          SELECT c.value #>> '{key,0}'
          FROM (
            SELECT r.collection, r.body ->> 'collection' FROM reeve.catalog_rules(manifest) r
            UNION ALL
            SELECT a.collection, NULL FROM reeve.catalog_actions(manifest) a) s(one, other)
          WHERE c.key IN (s.one, s.other) AND c.value ->> 'visible' IS NULL) w),
      reeve.catalog_table(manifest, c.key)))
    || ARRAY(
      SELECT format('GRANT EXECUTE ON FUNCTION %I.%I(text%s) TO reeve_hand', manifest ->> 'schema',
        r.value ->> 'function',
        repeat(', text', cardinality(reeve.catalog_columns(r.value -> 'arguments'))))
      FROM jsonb_each(coalesce(manifest -> 'reports', '{}')) r
      UNION ALL
      SELECT DISTINCT format('GRANT SELECT ON %I.%I TO reeve_hand', manifest ->> 'schema',
        r.body #>> '{through,table}')
      FROM reeve.catalog_rules(manifest) r WHERE r.body ? 'through'
      UNION ALL
      SELECT format('GRANT SELECT, %s ON %I.%I TO reeve_hand',
        coalesce('UPDATE (' || (SELECT string_agg(quote_ident(s), ', ')
          FROM jsonb_object_keys(t.body -> 'set') s) || ')', 'DELETE'),
        coalesce(e.value ->> 'schema', manifest ->> 'schema'), t.body ->> 'table')
      FROM jsonb_each(manifest -> 'collections') e
      CROSS JOIN LATERAL jsonb_array_elements(coalesce(e.value #> '{erase,tables}', '[]')) t(body)
      UNION ALL
      SELECT format('GRANT EXECUTE ON FUNCTION %s TO reeve_hand', t.signature)
      FROM reeve.catalog_tasks(manifest) t))
  FROM jsonb_each(manifest -> 'collections') c
$$;

COMMENT ON FUNCTION reeve.catalog_grant(jsonb) IS
  'As the app''s owner: lets the hand read the declared tables, update the declared columns only '
  '(where an action locks rows and has none to update, a column of the key), erase what the '
  'catalog says, and run the reports and the tasks.';
