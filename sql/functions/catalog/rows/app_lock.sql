-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_lock(
  collection_id int, keys text[], skips boolean DEFAULT FALSE)
RETURNS TABLE(key text, label text, visible jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_seen(reeve.collection_get(collection_id));
BEGIN
  RETURN QUERY
    SELECT l.key, l.label, l.visible
    FROM jsonb_to_recordset(reeve.app_call(c.app, format('(SELECT %s AS key, (%s)::text AS label,'
      ' %s AS visible FROM %s t WHERE %s ORDER BY %s FOR NO KEY UPDATE OF t%s)',
      c.key_sql, c.label_sql,
      CASE WHEN c.visible_column IS NULL THEN 'NULL::jsonb'
        ELSE format('jsonb_build_object(%L, t.%I)', c.visible_column, c.visible_column) END,
      c.table_sql, c.keys_sql,
      (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(c.key_columns) k),
      CASE WHEN skips THEN ' SKIP LOCKED' ELSE '' END),
      keys => app_lock.keys)) l(key text, label text, visible jsonb);
END
$$;

COMMENT ON FUNCTION reeve.app_lock(int, text[], boolean) IS
  'Locks the rows with these keys (FOR NO KEY UPDATE, in the order of the key''s columns, '
  'as effects do) and returns those that exist; with skips, only those that nobody has locked.';
