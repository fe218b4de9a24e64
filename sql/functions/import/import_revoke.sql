CREATE OR REPLACE FUNCTION reeve.import_revoke(import_id int, mapping jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  a reeve.app := (SELECT a FROM reeve.app a WHERE a.app = mapping ->> 'app');
  columns text := (SELECT string_agg(quote_ident(i.name), ', ')
    FROM reeve.import_columns(mapping) i);
BEGIN
  PERFORM reeve.role_execute('reeve_owner', ARRAY[
    format('DROP TABLE IF EXISTS reeve_stage.import_%1$s, reeve_stage.import_%1$s_seen',
      import_id)]);
  IF NOT EXISTS (
    SELECT FROM reeve.import i
    WHERE i.app = a.app AND i.finished_at IS NULL AND i.import_id <> import_revoke.import_id)
  THEN
    PERFORM reeve.role_execute(a.owner_name, ARRAY[
      format('REVOKE SELECT, INSERT (%1$s), UPDATE (%1$s) ON %2$s FROM reeve_hand',
        columns, reeve.import_table(mapping))]);
    -- What moderation needs of the same table.
    PERFORM reeve.catalog_grant(a.manifest);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.import_revoke(int, jsonb) IS
  'Drops what import_grant made, and takes the hand''s rights back to the catalog''s.';
