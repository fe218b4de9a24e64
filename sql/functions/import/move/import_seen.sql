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
    format('DROP TABLE IF EXISTS %s_keys', stage),
    format('CREATE TABLE %s_keys(digest uuid PRIMARY KEY, content uuid, is_known boolean NOT NULL '
      'DEFAULT FALSE, row_hash bigint)', stage),
    format('COMMENT ON TABLE %s_keys IS %L', stage, 'Generated: digests of '
      'the records of an import, until they are in reeve.import_key and its rows are compared.'),
    format('GRANT SELECT, INSERT (digest, content, row_hash) ON %s_keys TO %I',
      stage, reeve.app_role('writer', i.app))])
  FROM reeve.import i WHERE i.import_id = import_seen.import_id AND i.has_keys;
END
$$;

COMMENT ON FUNCTION reeve.import_seen(int, jsonb) IS
  'Creates the list of the keys that an import has met, empty, and where it notes them the one '
  'from which reeve.import_keep takes them.';
