CREATE OR REPLACE FUNCTION reeve.import_grant(import_id int, mapping jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = mapping ->> 'app');
  columns text := (SELECT string_agg(quote_ident(i.name), ', ')
    FROM reeve.import_columns(mapping) i);
BEGIN
  PERFORM reeve.role_execute(a.owner_name, ARRAY[
    format('GRANT USAGE ON SCHEMA %I TO reeve_hand', a.schema_name),
    format('GRANT SELECT, INSERT (%1$s), UPDATE (%1$s) ON %2$s TO reeve_hand',
      columns, reeve.import_table(mapping))]
    || ARRAY(
      SELECT format('GRANT USAGE ON SEQUENCE %s TO reeve_hand', s.name)
      FROM pg_attribute t
      CROSS JOIN LATERAL pg_get_serial_sequence(reeve.import_table(mapping), t.attname) s(name)
      WHERE t.attrelid = reeve.import_table(mapping)::regclass AND t.attnum > 0
        AND NOT t.attisdropped AND t.attidentity = '' AND s.name IS NOT NULL));
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS reeve_stage.import_%s', import_id),
    format('CREATE UNLOGGED TABLE reeve_stage.import_%s(record bigint PRIMARY KEY%s)', import_id,
      (SELECT string_agg(format(', c%s text', i.place), '' ORDER BY i.place)
        FROM reeve.import_columns(mapping) i)),
    format('COMMENT ON TABLE reeve_stage.import_%s IS %L', import_id,
      'Generated: rows of one chunk of an import.'),
    format('GRANT SELECT ON reeve_stage.import_%s TO reeve_hand', import_id),
    format('CREATE TABLE IF NOT EXISTS reeve_stage.import_%s_seen(%s, record bigint NOT NULL, '
      'UNIQUE (%s))', import_id,
      (SELECT string_agg(format('%I %s', i.name, i.type), ', ' ORDER BY i.place)
        FROM reeve.import_columns(mapping) i
        WHERE i.name = ANY (reeve.catalog_columns(mapping -> 'key'))),
      (SELECT string_agg(quote_ident(i.name), ', ' ORDER BY i.place)
        FROM reeve.import_columns(mapping) i
        WHERE i.name = ANY (reeve.catalog_columns(mapping -> 'key')))),
    format('COMMENT ON TABLE reeve_stage.import_%s_seen IS %L', import_id,
      'Generated: keys that an import has met, so that no record overwrites another''s row.'),
    format('GRANT SELECT, INSERT ON reeve_stage.import_%s_seen TO reeve_hand', import_id)]);
END
$$;

COMMENT ON FUNCTION reeve.import_grant(int, jsonb) IS
  'Makes an import''s staging table anew, its table of keys where there is none, and lets the hand '
  'write the mapped columns for the import''s time.';
