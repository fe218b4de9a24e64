CREATE OR REPLACE FUNCTION reeve.import_grant(
  import_id int, mapping jsonb, knows_own boolean DEFAULT TRUE) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = mapping ->> 'app');
  writer text := reeve.app_role('writer', a.app);
  rights text := reeve.import_stage(import_id) || '_rights';
  other text;
  given text[] := '{}';
  x record;
BEGIN
  -- The transaction of a process that was killed may still be changing the same rights.
  PERFORM reeve.turn_take('import ' || a.app);
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('GRANT USAGE ON SCHEMA reeve_stage TO %I', writer),
    format('CREATE TABLE IF NOT EXISTS %s(relation text NOT NULL, columns text)', rights),
    format('COMMENT ON TABLE %s IS %L', rights, 'Generated: what the app writer may read of the '
      'tables of an import without it; columns is NULL for whole tables.')]);
  FOR x IN
    SELECT n.name
    FROM (
      SELECT reeve.import_table(t.target) FROM reeve.import_targets(mapping) t
      UNION
      SELECT r.relation FROM reeve.import_refs(mapping) r) n(name)
    WHERE NOT EXISTS (
      SELECT FROM reeve.import i
      WHERE i.import_id = import_grant.import_id AND i.run > 0 AND i.finished_at IS NULL)
  LOOP
    -- What another unfinished import was given is not what somebody granted.
    SELECT reeve.import_stage(i.import_id) || '_rights' INTO other
    FROM reeve.import i
    WHERE i.finished_at IS NULL AND i.import_id <> import_grant.import_id
      AND to_regclass(reeve.import_stage(i.import_id) || '_rights') IS NOT NULL
      AND (EXISTS (SELECT FROM reeve.import_targets(i.mapping) o
          WHERE reeve.import_table(o.target) = x.name)
        OR EXISTS (SELECT FROM reeve.import_refs(i.mapping) o WHERE o.relation = x.name))
    LIMIT 1;
    PERFORM reeve.role_execute('reeve_owner', ARRAY[CASE WHEN other IS NOT NULL
      THEN format('INSERT INTO %s SELECT o.* FROM %s o WHERE o.relation = %L', rights, other,
        x.name)
      ELSE format($f$
        INSERT INTO %1$s
        SELECT %2$L, NULL FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) l
        WHERE c.oid = %3$s AND l.grantee = %4$s
          AND l.privilege_type = 'SELECT'
        UNION ALL
        SELECT %2$L, string_agg(quote_ident(t.attname), ', ')
        FROM pg_attribute t CROSS JOIN LATERAL aclexplode(t.attacl) l
        WHERE t.attrelid = %3$s AND l.grantee = %4$s
          AND l.privilege_type = 'SELECT'
        HAVING count(*) > 0
      $f$, rights, x.name, x.name::regclass::oid, quote_ident(writer)::regrole::oid) END]);
  END LOOP;
  FOR x IN
    SELECT t.child, reeve.import_table(t.target) AS name, reeve.import_stage(import_id,
      t.child) AS stage,
      (SELECT string_agg(quote_ident(i.name), ', ') FROM reeve.import_columns(t.target) i)
        AS columns,
      (SELECT string_agg(format(', c%s text', i.place), '' ORDER BY i.place)
        FROM reeve.import_columns(t.target) i)
      || CASE WHEN t.child = 0 AND (SELECT i.has_keys FROM reeve.import i
        WHERE i.import_id = import_grant.import_id) THEN ', content uuid' ELSE '' END AS staged
    FROM reeve.import_targets(mapping) t
  LOOP
    given := given || ARRAY[
      format('GRANT USAGE ON SCHEMA %I TO %I', a.schema_name, writer),
      format('GRANT SELECT, INSERT (%1$s), UPDATE (%1$s)%2$s ON %3$s TO %4$I', x.columns,
        CASE WHEN x.child > 0 THEN ', DELETE' ELSE '' END, x.name, writer)]
      || ARRAY(
        SELECT format('GRANT USAGE ON SEQUENCE %s TO %I', s.name, writer)
        FROM pg_attribute t
        CROSS JOIN LATERAL pg_get_serial_sequence(x.name, t.attname) s(name)
        WHERE t.attrelid = x.name::regclass AND t.attnum > 0
          AND NOT t.attisdropped AND t.attidentity = '' AND s.name IS NOT NULL);
    PERFORM reeve.role_execute('reeve_owner', ARRAY[
      format('DROP TABLE IF EXISTS %s', s.name),
      format('CREATE UNLOGGED TABLE %s(record bigint%s) WITH (autovacuum_enabled = off)', s.name,
        x.staged),
      format('COMMENT ON TABLE %s IS %L', s.name, 'Generated: rows of one chunk of an import.'),
      format('GRANT SELECT%s ON %s TO %I', CASE WHEN EXISTS (SELECT FROM reeve.import_refs(mapping))
        THEN ', UPDATE' END, s.name, writer)])
    FROM unnest(ARRAY[x.stage, x.stage || '_next']) s(name);
  END LOOP;
  PERFORM reeve.role_execute(a.owner_name, given || ARRAY(
    SELECT CASE WHEN r.make IS NULL
      THEN format('GRANT SELECT (%I, %I) ON %s TO %I', r.by, r.take, r.relation, writer)
      ELSE format('GRANT SELECT, INSERT (%s) ON %s TO %I', r.make_columns, r.relation, writer) END
    FROM reeve.import_refs(mapping) r
    UNION ALL
    SELECT format('GRANT USAGE ON SEQUENCE %s TO %I', s.name, writer)
    FROM reeve.import_refs(mapping) r
    JOIN pg_attribute t ON t.attrelid = r.relation::regclass AND t.attnum > 0
      AND NOT t.attisdropped AND t.attidentity = ''
    CROSS JOIN LATERAL pg_get_serial_sequence(r.relation, t.attname) s(name)
    WHERE r.make IS NOT NULL AND s.name IS NOT NULL));
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS %s', s.name),
    format('CREATE UNLOGGED TABLE %s(id bigint PRIMARY KEY) WITH (autovacuum_enabled = off)',
      s.name),
    format('COMMENT ON TABLE %s IS %L', s.name,
      'Generated: transactions in which imports wrote tables of the app.'),
    -- Of all tables: a trigger of one that was imported may have written the row of another.
    format('INSERT INTO %s SELECT DISTINCT t.id FROM reeve.import_transaction t '
      'WHERE %L AND t.app = %L', s.name, knows_own, a.app),
    format('GRANT SELECT ON %s TO %I', s.name, writer)])
  FROM (SELECT reeve.import_stage(import_id) || '_own') s(name);
END
$$;

COMMENT ON FUNCTION reeve.import_grant(int, jsonb, boolean) IS
  'Re-creates an import''s staging tables and lets the app writer write the mapped columns for '
  'as long as the import runs; notes what it may read without that. Without knows_own no row '
  'counts as written by an import.';
