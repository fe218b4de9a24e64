CREATE OR REPLACE FUNCTION reeve.migrate_close(app text, name text, is_split boolean)
RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT ARRAY[
    format('CREATE TRIGGER reeve_closed BEFORE INSERT OR UPDATE OR DELETE ON %s FOR EACH STATEMENT '
      'WHEN (current_user <> %L) EXECUTE FUNCTION reeve.migrate_closed()', name,
      reeve.app_role('writer', app)),
    format('CREATE TRIGGER reeve_closed_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT '
      'EXECUTE FUNCTION reeve.migrate_closed()', name)]
    || CASE WHEN is_split THEN ARRAY[
      format('CREATE TRIGGER reeve_closed_row BEFORE INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW '
        'WHEN (current_user <> %L) EXECUTE FUNCTION reeve.migrate_closed()', name,
        reeve.app_role('writer', app))] ELSE '{}' END
$$;

COMMENT ON FUNCTION reeve.migrate_close(text, text, boolean) IS
  'Statements that close the table that follows to all except the app writer. is_split: it has '
  'partitions, which get the trigger of rows now and whenever one comes.';
