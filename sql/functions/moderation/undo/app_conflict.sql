-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_conflict(
  c reeve.collection, named text, key text, value jsonb)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
AS $$
DECLARE
  names text[];
  open_names text[];
  found jsonb;
BEGIN
  SELECT array_agg(DISTINCT a.attname::text),
    array_agg(DISTINCT a.attname::text) FILTER (
      WHERE a.attname = ANY (c.show_columns) AND a.attname <> ALL (c.personal_columns))
  INTO names, open_names
  FROM (
    SELECT c.relation AS relid UNION SELECT p.relid FROM pg_partition_tree(c.relation) p) t
  CROSS JOIN LATERAL (
    SELECT unnest(k.conkey) FROM pg_constraint k
    WHERE k.conrelid = t.relid AND k.conname = named
    UNION
    SELECT unnest(i.indkey::int2[]) FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
    WHERE i.indrelid = t.relid AND x.relname = named) n(place)
  JOIN pg_attribute a ON a.attrelid = t.relid AND a.attnum = n.place;
  IF open_names IS NOT NULL THEN
    EXECUTE reeve.reader_call(c.app, 'found jsonb') INTO found
    USING format('SELECT jsonb_build_object(%s) FROM %s t WHERE %s',
      (SELECT string_agg(format('%1$L, t.%1$I', n), ', ') FROM unnest(open_names) n),
      c.table_sql, c.keys_sql), ARRAY[key];
  END IF;
  RETURN (
    SELECT string_agg(coalesce(format('%s = %s', n,
      left((found || app_conflict.value) ->> n, 80)), n), ', ' ORDER BY n)
    FROM unnest(names) n WHERE found ? n OR n <> ALL (coalesce(open_names, '{}')));
END
$$;

COMMENT ON FUNCTION reeve.app_conflict(reeve.collection, text, text, jsonb) IS
  'Returns the values that a row with these new values has in the columns of a constraint or '
  'unique index: slug = x; only the name of a column that is personal or not shown. NULL: the '
  'table has no such constraint.';
