CREATE OR REPLACE FUNCTION reeve.migrate_probes(
  mapping jsonb, source regclass, target regclass, is_back boolean)
RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH m AS MATERIALIZED (
    SELECT b.*, t.atttypid, t.atttypmod, t.attcollation
    FROM reeve.migrate_columns(mapping, source, target) b
    LEFT JOIN reeve.migrate_attributes(mapping, 'target', target) a
      ON a.name = b.origin AND b.is_plain AND NOT migrate_probes.is_back
    LEFT JOIN pg_attribute t ON t.attrelid = a.relation AND t.attname = a.column_name
    WHERE b.is_back
  )
  SELECT format('CREATE VIEW reeve_cell.%I AS SELECT %s', p.table_name, string_agg(
    format('NULL::%s%s AS %I', format_type(n.type, n.mod),
      CASE WHEN n.collation_id <> y.typcollation
        THEN format(' COLLATE %s', n.collation_id::regcollation) ELSE '' END, a.attname),
    ', ' ORDER BY a.attnum))
  FROM reeve.migrate_parts(mapping, 'source', source, '') p
  JOIN pg_attribute a ON a.attrelid = p.relation AND a.attnum > 0 AND NOT a.attisdropped
  -- The key of a part is that of the main table.
  LEFT JOIN m ON CASE WHEN a.attname = ANY (p.keys) AND p.place > 0
    THEN m.part = '' AND m.column_name
      = (reeve.migrate_keys(mapping, 'source'))[array_position(p.keys, a.attname::text)]
    ELSE NOT p.is_list AND m.part = p.part AND m.column_name = a.attname END
  CROSS JOIN LATERAL (SELECT coalesce(m.atttypid, a.atttypid),
    CASE WHEN m.atttypid IS NULL THEN a.atttypmod ELSE m.atttypmod END,
    coalesce(m.attcollation, a.attcollation)) n(type, mod, collation_id)
  JOIN pg_type y ON y.oid = n.type
  WHERE migrate_probes.is_back OR p.is_list OR m.value_sql IS NOT NULL
  GROUP BY p.place, p.table_name
$$;

COMMENT ON FUNCTION reeve.migrate_probes(jsonb, regclass, regclass, boolean) IS
  'Statements that create views in reeve_cell without rows, by the names of the source''s tables '
  'and with the columns and types that these names have after the cutover of a mapping, or after '
  'its rollback (is_back).';
