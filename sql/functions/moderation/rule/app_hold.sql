-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_hold(c reeve.collection, keys text[]) RETURNS SETOF text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
AS $$
BEGIN
  RETURN QUERY SELECT jsonb_array_elements_text(reeve.cell_enter(c.app, format(
    'SELECT jsonb_agg(l.key) FROM (SELECT %s FROM %s t WHERE %s ORDER BY %s'
    ' FOR NO KEY UPDATE OF t) l(key)', c.key_sql, c.table_sql, c.keys_sql,
    (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(c.key_columns) k)), keys));
END
$$;

COMMENT ON FUNCTION reeve.app_hold(reeve.collection, text[]) IS
  'Locks rows as reeve.app_lock does, and returns the keys of those that exist, without the '
  'label and the column that today''s catalog has for them.';
