CREATE OR REPLACE FUNCTION reeve.migrate_numbers(
  mapping jsonb, source regclass, target regclass, copy_id int DEFAULT 0)
RETURNS TABLE(place int, column_name text, name text, sequence regclass, routine text,
  is_own boolean, is_filled boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT o.place, a.attname, n.name, coalesce(t.sequence, s.sequence)::regclass,
    format('%I.reeve_next_%s_%s_%s', mapping #>> '{source,schema}', copy_id, o.place, a.attnum),
    is_plain AND coalesce(t.is_identity, FALSE),
    NOT is_plain AND o.place = 0 AND a.attnotnull AND NOT r.relrowsecurity
  FROM reeve.migrate_is_plain(mapping, source, target) is_plain
  CROSS JOIN reeve.migrate_parts(mapping, 'source', source) o
  JOIN pg_class r ON r.oid = o.relation
  JOIN pg_attribute a ON a.attrelid = o.relation AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attgenerated = ''
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  CROSS JOIN LATERAL (SELECT concat(nullif(o.part, '') || '.', a.attname)) n(name)
  CROSS JOIN LATERAL pg_get_serial_sequence(o.relation::text, a.attname) s(sequence)
  LEFT JOIN LATERAL (
    SELECT pg_get_serial_sequence(p.relation::text, m.column_name), b.attidentity <> ''
    FROM reeve.migrate_columns(mapping, source, target) m
    JOIN reeve.migrate_parts(mapping, 'target', target) p ON p.part = m.part
    JOIN pg_attribute b ON b.attrelid = p.relation AND b.attname = m.column_name
    WHERE NOT m.is_back AND m.origin = n.name AND m.is_plain LIMIT 1
  ) t(sequence, is_identity) ON TRUE
  WHERE coalesce(t.sequence, s.sequence) IS NOT NULL
    AND (a.attidentity <> '' OR s.sequence IS NOT NULL
      OR pg_get_expr(d.adbin, d.adrelid) ~ E'^nextval\\(')
$$;

COMMENT ON FUNCTION reeve.migrate_numbers(jsonb, regclass, regclass, int) IS
  'Columns of the source that are numbered by a sequence (place: of its table, as in '
  'reeve.migrate_parts), and the sequence that numbers them through the old name: the target''s, '
  'if it has one. is_own: the target itself numbers what is written through the view; is_filled: '
  'the trigger of the view does; else routine is the function that the view''s default calls. '
  'Neither needs rights on the sequence, which a role that may write the table may not have.';
