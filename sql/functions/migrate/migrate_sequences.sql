CREATE OR REPLACE FUNCTION reeve.migrate_sequences(copy_id int, is_back boolean) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(array_agg(format(
    'SELECT setval(%L, %s((SELECT last_value FROM %s), (SELECT last_value FROM %s)))',
    n.name, CASE WHEN q.seqincrement > 0 THEN 'greatest' ELSE 'least' END, s.source, s.target)),
    '{}')
  FROM reeve.live_copy c
  CROSS JOIN LATERAL reeve.migrate_columns(c.mapping, c.source, c.target) m
  CROSS JOIN LATERAL (
    SELECT pg_get_serial_sequence(o.relation::text, o.column_name) AS source,
      pg_get_serial_sequence(a.relation::text, a.column_name) AS target
    FROM reeve.migrate_attributes(c.mapping, 'source', c.source) o
    JOIN reeve.migrate_attributes(c.mapping, 'target', c.target) a ON a.name = m.name
    WHERE o.name = m.origin) s
  CROSS JOIN LATERAL (
    SELECT CASE WHEN migrate_sequences.is_back THEN s.source ELSE s.target END) n(name)
  JOIN pg_sequence q ON q.seqrelid = n.name::regclass
  WHERE c.copy_id = migrate_sequences.copy_id AND NOT m.is_back AND m.is_plain
    AND s.source IS NOT NULL AND s.target IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.migrate_sequences(int, boolean) IS
  'Statements that continue the sequences of the table that goes live after those of the other.';
