-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_account(
  c reeve.collection, expression text, accounts text[])
RETURNS TABLE(key text, label text, account text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, label text, account text')
  USING format('SELECT %s, (%s)::text, (%s)::text FROM %s t WHERE (%s)::text = ANY ($1)',
    c.key_sql, c.label_sql, expression, c.table_sql, expression), accounts;
END
$$;

COMMENT ON FUNCTION reeve.app_account(reeve.collection, text, text[]) IS
  'The rows that have one of these accounts, by the expression that names it.';
