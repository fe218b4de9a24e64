-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_present(c reeve.collection, keys text[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
BEGIN
  IF to_regclass(c.table_sql) IS DISTINCT FROM c.relation THEN
    RAISE EXCEPTION '% is not the table that the catalog was applied to', c.table_sql
      USING ERRCODE = 'RV006', DETAIL = 'The table that has its name now may hold no rows.',
        HINT = '`reeve catalog apply` examines it again.';
  END IF;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text')
  USING format('SELECT %s FROM %s t WHERE %s', c.key_sql, c.table_sql, c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_present(reeve.collection, text[]) IS
  'Those of the keys that have a row now. RV006 if another relation has the table''s name.';
