-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_named(c reeve.collection, keys text[])
RETURNS TABLE(key text, label text)
LANGUAGE plpgsql STABLE ROWS 2 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  manifest jsonb := (SELECT a.manifest FROM reeve.app a WHERE a.app = c.app);
  tombstone text := manifest #>> ARRAY['collections', c.name, 'tombstone'];
BEGIN
  BEGIN
    c := reeve.collection_seen(c);
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    RAISE WARNING '%', SQLERRM USING HINT = reeve.catalog_remedy();
    RETURN;  -- The rows that name them are shown all the same.
  END;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, label text')
  USING format('SELECT %s, CASE WHEN %s THEN (%s)::text ELSE (%s)::text END FROM %s t WHERE %s',
    c.key_sql, reeve.catalog_visible(manifest, c.name), c.label_sql,
    coalesce(tombstone, c.label_sql), c.table_sql, c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_named(reeve.collection, text[]) IS
  'Rows with these keys by the name that other rows show of them: the label or, of a hidden row, '
  'the tombstone that the catalog gives.';
