CREATE OR REPLACE FUNCTION reeve.import_keep(i reeve.import) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
-- The planner expects one row of a source that is not in the statistics of import_key yet.
SET enable_nestloop = off
AS $$
DECLARE
  stage CONSTANT text := reeve.import_stage(i.import_id);
  met bigint;
  is_later CONSTANT boolean := EXISTS (
    SELECT FROM reeve.import_key o WHERE o.app = i.app AND o.source = i.source);
BEGIN
  IF NOT is_later THEN
    EXECUTE format('INSERT INTO reeve.import_key(app, source, digest, content) '
      'SELECT $1, $2, k.digest, k.content FROM %s_keys k ORDER BY k.digest', stage)
    USING i.app, i.source;
    RETURN;
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('ANALYZE %1$s_keys, %1$s_known(digest, is_met)', stage)]);
  EXECUTE format('UPDATE reeve.import_key o SET content = k.content, gone_in = NULL '
    'FROM %s_keys k WHERE o.app = $1 AND o.source = $2 AND o.digest = k.digest '
    'AND (o.content IS DISTINCT FROM k.content OR o.gone_in IS NOT NULL)', stage)
  USING i.app, i.source;
  EXECUTE format('INSERT INTO reeve.import_key(app, source, digest, content) '
    'SELECT $1, $2, k.digest, k.content FROM %s_keys k WHERE NOT EXISTS ('
    'SELECT FROM reeve.import_key o '
    'WHERE o.app = $1 AND o.source = $2 AND o.digest = k.digest) ORDER BY k.digest', stage)
  USING i.app, i.source;
  EXECUTE format('SELECT (SELECT count(*) FROM %1$s_keys) '
    '+ (SELECT count(*) FROM %1$s_known k WHERE k.is_met)', stage) INTO met;
  -- A retry meets only the records that were in quarantine.
  IF met >= i.inserted + i.changed + i.same + i.kept THEN
    EXECUTE format('UPDATE reeve.import_key o SET gone_in = $3 '
      'WHERE o.app = $1 AND o.source = $2 AND o.gone_in IS NULL '
      'AND NOT EXISTS (SELECT FROM %1$s_keys k WHERE k.digest = o.digest) '
      'AND NOT EXISTS (SELECT FROM %1$s_known k WHERE k.digest = o.digest AND k.is_met)', stage)
    USING i.app, i.source, i.import_id;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.import_keep(reeve.import) IS
  'Keeps the digests that an import has noted, and marks the keys of earlier ones that are not '
  'among them as gone.';
