CREATE OR REPLACE FUNCTION reeve.import_seen(import_id int, mapping jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS %s_seen', reeve.import_stage(import_id)),
    format('CREATE TABLE %s_seen(%s, "#" bigint NOT NULL, UNIQUE (%s))',
      reeve.import_stage(import_id),
      string_agg(format('%I %s', c.name, c.type), ', ' ORDER BY c.place),
      string_agg(quote_ident(c.name), ', ' ORDER BY c.place)),
    -- ANALYZE, autovacuum's too, would run code of the app's types with the rights of the owner.
    format('ALTER TABLE %s_seen %s', reeve.import_stage(import_id),
      string_agg(format('ALTER %I SET STATISTICS 0', c.name), ', ' ORDER BY c.place)),
    format('COMMENT ON TABLE %s_seen IS %L', reeve.import_stage(import_id), 'Generated: keys '
      'that an import has met, so that no record overwrites another''s row.'),
    format('GRANT SELECT, INSERT ON %s_seen TO %I', reeve.import_stage(import_id),
      reeve.app_role('writer', mapping ->> 'app'))])
  FROM reeve.import_columns(mapping) c
  WHERE c.is_key;
END
$$;

COMMENT ON FUNCTION reeve.import_seen(int, jsonb) IS
  'Creates the list of the keys that an import has met, empty.';
