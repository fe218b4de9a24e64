CREATE OR REPLACE FUNCTION reeve.catalog_grant(manifest jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c record;
BEGIN
  PERFORM set_config('role', manifest ->> 'owner', TRUE);
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO reeve_hand', manifest ->> 'schema');
  FOR c IN
    SELECT reeve.catalog_table(manifest, e.key) AS table_sql,
      ARRAY(
        SELECT DISTINCT s.name FROM (
          SELECT e.value ->> 'visible' AS name
          UNION ALL
          SELECT k FROM reeve.catalog_rules(manifest) r
          CROSS JOIN LATERAL jsonb_object_keys(r.body -> 'set') k
          WHERE r.body ->> 'collection' = e.key AND r.body ? 'set') s
        WHERE s.name IS NOT NULL) AS written
    FROM jsonb_each(manifest -> 'collections') e
  LOOP
    EXECUTE format('GRANT SELECT ON %s TO reeve_hand', c.table_sql);
    IF cardinality(c.written) > 0 THEN
      EXECUTE format('GRANT UPDATE (%s) ON %s TO reeve_hand',
        (SELECT string_agg(quote_ident(w), ', ') FROM unnest(c.written) w), c.table_sql);
    END IF;
  END LOOP;
  FOR c IN
    SELECT format('%I.%I(text%s)', manifest ->> 'schema', r.value ->> 'function',
      repeat(', text', cardinality(reeve.catalog_columns(r.value -> 'arguments')))) AS routine
    FROM jsonb_each(coalesce(manifest -> 'reports', '{}')) r
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO reeve_hand', c.routine);
  END LOOP;
  RESET ROLE;
END
$$;

COMMENT ON FUNCTION reeve.catalog_grant(jsonb) IS
  'As the app''s owner: lets the hand read the declared tables, update the declared columns only, '
  'and run the reports.';
