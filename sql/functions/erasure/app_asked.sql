-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_asked(
  c reeve.collection, max_rows int, keys text[] DEFAULT NULL) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text', '{keys,max_rows}')
  USING format('SELECT %s FROM %s t WHERE (%s)%s LIMIT $5', c.key_sql, c.table_sql,
    c.erase ->> 'asked', CASE WHEN keys IS NULL THEN '' ELSE ' AND ' || c.keys_sql END),
    keys, max_rows::bigint;
END
$$;

COMMENT ON FUNCTION reeve.app_asked(reeve.collection, int, text[]) IS
  'Keys of rows that, by the catalog, somebody asked the app to erase; with keys, of these.';
