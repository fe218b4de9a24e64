-- The digests are made as the app's writer, inside a cell: writing the text of a key may run code
-- of the app's types.
CREATE OR REPLACE FUNCTION reeve.import_keep(i reeve.import) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  stage CONSTANT text := reeve.import_stage(i.import_id) || '_keys';
  digest CONSTANT text := reeve.import_digest(i.mapping);
  met bigint;
BEGIN
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    -- Nothing is known of its size when it is asked for each key.
    format('CREATE TABLE %s(digest uuid PRIMARY KEY)', stage),
    format('COMMENT ON TABLE %s IS %L', stage, 'Generated: digests of the keys of an import.'),
    format('GRANT SELECT, INSERT ON %s TO %I', stage, reeve.app_role('writer', i.app))]);
  -- Where no row was when it began, no list of the keys met is kept, and each row that an import
  -- wrote is one of a record.
  met := reeve.cell_enter(i.app, format(
    'WITH w AS (INSERT INTO %s SELECT DISTINCT %s FROM %s RETURNING digest) '
    'SELECT to_jsonb(count(*)) FROM w', stage, digest, CASE WHEN i.is_fresh
      THEN reeve.import_table(i.mapping)
        || ' t WHERE t.xmin::text IN (SELECT unnest($1))'
      ELSE reeve.import_stage(i.import_id) || '_seen t' END),
    keys => ARRAY(SELECT DISTINCT t.id::text FROM reeve.import_transaction t
      WHERE t.app = i.app));
  EXECUTE format('INSERT INTO reeve.import_key(app, source, digest) '
    'SELECT $1, $2, k.digest FROM %s k WHERE NOT EXISTS (SELECT FROM reeve.import_key o '
    'WHERE o.app = $1 AND o.source = $2 AND o.digest = k.digest)', stage)
  USING i.app, i.source;
  EXECUTE format('UPDATE reeve.import_key o SET gone_in = NULL FROM %s k '
    'WHERE o.app = $1 AND o.source = $2 AND o.gone_in IS NOT NULL AND o.digest = k.digest', stage)
  USING i.app, i.source;
  -- A retry meets only the records that were in quarantine.
  IF met >= i.inserted + i.changed + i.same + i.kept THEN
    EXECUTE format('UPDATE reeve.import_key o SET gone_in = $3 '
      'WHERE o.app = $1 AND o.source = $2 AND o.gone_in IS NULL '
      'AND NOT EXISTS (SELECT FROM %s k WHERE k.digest = o.digest)', stage)
    USING i.app, i.source, i.import_id;
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[format('DROP TABLE %s', stage)]);
  UPDATE reeve.import l SET has_keys = TRUE WHERE l.import_id = i.import_id;
END
$$;

COMMENT ON FUNCTION reeve.import_keep(reeve.import) IS
  'Notes the keys of the records of an import that ends, and which of an earlier one are among '
  'them no more.';
