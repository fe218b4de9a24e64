CREATE OR REPLACE FUNCTION reeve.migrate_sequences(copy_id int, is_back boolean) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(array_agg(format(
    'SELECT setval(%1$L, %2$s(n.last_value, o.value), n.is_called OR o.is_called) '
    'FROM %1$s n, (%3$s) o(value, is_called)', n.name,
    CASE WHEN q.seqincrement > 0 THEN 'greatest' ELSE 'least' END,
    coalesce('SELECT last_value, is_called FROM ' || o.name, format(
      'SELECT %1$s(%2$I), TRUE FROM %3$s HAVING %1$s(%2$I) IS NOT NULL',
      CASE WHEN q.seqincrement > 0 THEN 'max' ELSE 'min' END, t.column_name, t.relation)))), '{}')
  FROM reeve.live_copy c
  CROSS JOIN LATERAL reeve.migrate_columns(c.mapping, c.source, c.target) m
  JOIN reeve.migrate_attributes(c.mapping, 'source', c.source) s ON s.name = m.origin
  JOIN reeve.migrate_attributes(c.mapping, 'target', c.target) t ON t.name = m.name
  CROSS JOIN LATERAL (VALUES
    (pg_get_serial_sequence(s.relation::text, s.column_name),
      pg_get_serial_sequence(t.relation::text, t.column_name))) e(source, target)
  CROSS JOIN LATERAL (SELECT CASE WHEN migrate_sequences.is_back THEN e.source ELSE e.target END)
    n(name)
  CROSS JOIN LATERAL (SELECT CASE WHEN migrate_sequences.is_back THEN e.target ELSE e.source END)
    o(name)
  JOIN pg_sequence q ON q.seqrelid = n.name::regclass
  WHERE c.copy_id = migrate_sequences.copy_id AND NOT m.is_back AND m.is_plain
    -- By the column's values where no sequence of its own numbered it, if an index has their end.
    AND (o.name IS NOT NULL OR EXISTS (
      SELECT FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indrelid = t.relation AND a.attname = t.column_name AND i.indpred IS NULL
        AND i.indisvalid))
$$;

COMMENT ON FUNCTION reeve.migrate_sequences(int, boolean) IS
  'Statements that continue the sequences of the table that goes live after those of the other, '
  'or after the values of a column that the other numbered in another way.';
