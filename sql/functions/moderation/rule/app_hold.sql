-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_hold(c reeve.collection, keys text[]) RETURNS SETOF text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT l.key
    FROM jsonb_to_recordset(reeve.app_call(c.app, format(
      '(SELECT %s AS key FROM %s t WHERE %s ORDER BY %s FOR NO KEY UPDATE OF t)',
      c.key_sql, c.table_sql, c.keys_sql,
      (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(c.key_columns) k)),
      keys => app_hold.keys)) l(key text);
END
$$;

COMMENT ON FUNCTION reeve.app_hold(reeve.collection, text[]) IS
  'Locks rows as reeve.app_lock does, and returns the keys of those that exist, without the '
  'label and the column that today''s catalog has for them.';
