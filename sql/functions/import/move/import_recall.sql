-- Reads as the app's writer, inside a cell.
--
-- A later export mostly has what an earlier one had. A record that is staged as it was then, by the
-- same mapping, need not be written again or compared, as long as its row is there and an import
-- wrote it last. Such records are recognized by a digest, so that only the others are staged.
CREATE OR REPLACE FUNCTION reeve.import_recall(i reeve.import) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET jit = off
-- The planner expects one row of a source that is not in the statistics of import_key yet.
SET enable_nestloop = off
AS $$
DECLARE
  stage CONSTANT text := reeve.import_stage(i.import_id);
  known bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM reeve.import_key k WHERE k.app = i.app AND k.source = i.source
    AND k.content IS NOT NULL)
  THEN
    RETURN 0;
  END IF;
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('CREATE UNLOGGED TABLE %s_rows(digest uuid)', stage),
    format('COMMENT ON TABLE %s_rows IS %L', stage,
      'Generated: digests of the keys of rows that an import wrote last.'),
    format('GRANT SELECT, INSERT ON %s_rows TO %I', stage, reeve.app_role('writer', i.app))]);
  PERFORM reeve.cell_enter(i.app, format(
    'WITH w AS (INSERT INTO %1$s_rows SELECT %2$s FROM %3$s t '
    'WHERE t.xmin::text::bigint IN (SELECT o.id FROM %1$s_own o) RETURNING TRUE) '
    'SELECT to_jsonb(count(*)) FROM w', stage, reeve.import_digest(i.mapping),
    reeve.import_table(i.mapping)));
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('INSERT INTO %1$s_known(content, digest) SELECT k.content, k.digest '
      'FROM reeve.import_key k JOIN %1$s_rows r USING (digest) WHERE k.app = %2$L '
      'AND k.source = %3$L AND k.gone_in IS NULL AND k.content IS NOT NULL', stage, i.app,
      i.source),
    format('CREATE INDEX ON %s_known(content)', stage),
    format('CREATE INDEX ON %s_known(digest)', stage),
    format('ANALYZE %s_known', stage),
    format('DROP TABLE %s_rows', stage)]);
  EXECUTE format('SELECT count(*) FROM %s_known', stage) INTO known;
  RETURN known;
END
$$;

COMMENT ON FUNCTION reeve.import_recall(reeve.import) IS
  'Lists the records of earlier imports of a source whose rows an import wrote last, for '
  'reeve.import_known; returns how many they are.';
