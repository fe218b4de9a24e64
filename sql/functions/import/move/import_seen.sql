CREATE OR REPLACE FUNCTION reeve.import_seen(import_id int, mapping jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  stage CONSTANT text := reeve.import_stage(import_id);
BEGIN
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS %s_seen', stage),
    format('CREATE TABLE %s_seen(%s, "#" bigint NOT NULL, UNIQUE (%s))',
      stage,
      string_agg(format('%I %s', c.name, c.type), ', ' ORDER BY c.place),
      string_agg(quote_ident(c.name), ', ' ORDER BY c.place)),
    -- ANALYZE, autovacuum's too, would run code of the app's types with the rights of the owner.
    format('ALTER TABLE %s_seen %s', stage,
      string_agg(format('ALTER %I SET STATISTICS 0', c.name), ', ' ORDER BY c.place)),
    format('COMMENT ON TABLE %s_seen IS %L', stage, 'Generated: keys '
      'that an import has met, so that no record overwrites another''s row.'),
    format('GRANT SELECT, INSERT ON %s_seen TO %I', stage,
      reeve.app_role('writer', mapping ->> 'app'))])
  FROM reeve.import_columns(mapping) c
  WHERE c.is_key;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS %1$s_keys, %1$s_known', stage),
    format('CREATE TABLE %s_keys(digest uuid PRIMARY KEY, content uuid, row_hash bigint)', stage),
    format('COMMENT ON TABLE %s_keys IS %L', stage, 'Generated: digests of the records of an '
      'import that it had to write or compare, until its rows are compared and they are in '
      'reeve.import_key.'),
    format('GRANT SELECT, INSERT (digest, content, row_hash) ON %s_keys TO %I', stage, w.name),
    -- A row is marked where it is, which writes no log and no index.
    format('CREATE UNLOGGED TABLE %s_known(content uuid, digest uuid, is_met boolean NOT NULL '
      'DEFAULT FALSE) WITH (fillfactor = 50)', stage),
    format('COMMENT ON TABLE %s_known IS %L', stage, 'Generated: records of earlier imports that '
      'need not be written again, and which of them this one has met.'),
    format('GRANT SELECT ON %s_known TO %I', stage, w.name)])
  FROM reeve.import i CROSS JOIN LATERAL reeve.app_role('writer', i.app) w(name)
  WHERE i.import_id = import_seen.import_id AND i.has_keys;
END
$$;

COMMENT ON FUNCTION reeve.import_seen(int, jsonb) IS
  'Creates the list of the keys that an import has met, empty, and where it notes them those '
  'from which reeve.import_keep takes them.';
