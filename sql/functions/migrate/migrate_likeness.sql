CREATE OR REPLACE FUNCTION reeve.migrate_likeness(
  copy_id int, place int, view_name text, names text[])
RETURNS TABLE(statement text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH c AS (SELECT l.* FROM reeve.live_copy l WHERE l.copy_id = migrate_likeness.copy_id),
  old AS (
    SELECT p.*, r.relacl, r.relowner
    FROM c CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, 'source', c.source) p
    JOIN pg_class r ON r.oid = p.relation
    WHERE p.place = migrate_likeness.place
  )
  -- Omitted columns get the same values as before: the source's defaults, and a new key from the
-- target's sequence.
  SELECT format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', view_name, a.attname,
    CASE WHEN s.name IS NOT NULL THEN format('nextval(%L)', coalesce(
        (SELECT pg_get_serial_sequence(t.relation::text, m.column_name)
          FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
          JOIN reeve.migrate_parts(c.mapping, 'target', c.target) t ON t.part = m.part
          WHERE NOT m.is_back AND m.origin = concat(nullif(o.part, '') || '.', a.attname)
            AND m.is_plain AND m.column_name IS NOT NULL LIMIT 1), s.name))
      ELSE pg_get_expr(d.adbin, d.adrelid) END)
  FROM c, old o
  JOIN pg_attribute a ON a.attrelid = o.relation
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  CROSS JOIN LATERAL pg_get_serial_sequence(o.relation::text, a.attname) s(name)
  WHERE a.attname = ANY (names) AND a.attgenerated = ''
    AND (d.adbin IS NOT NULL OR s.name IS NOT NULL)
  UNION ALL
  SELECT format('GRANT %s%s ON %s TO %s%s', x.privilege_type,
    coalesce(' (' || quote_ident(x.attname) || ')', ''), view_name,
    coalesce(quote_ident(g.rolname), 'PUBLIC'),
    CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
  FROM (
    SELECT e.*, NULL::name AS attname, o.relowner
    FROM old o CROSS JOIN LATERAL aclexplode(o.relacl) e
    UNION ALL
    SELECT e.*, a.attname, o.relowner
    FROM old o
    JOIN pg_attribute a ON a.attrelid = o.relation AND a.attname = ANY (names)
    CROSS JOIN LATERAL aclexplode(a.attacl) e) x
  LEFT JOIN pg_roles g ON g.oid = x.grantee
  WHERE x.grantee <> x.relowner AND x.privilege_type <> 'TRUNCATE'
$$;

COMMENT ON FUNCTION reeve.migrate_likeness(int, int, text, text[]) IS
  'Statements that give the view of an old name the defaults and grants of the columns (names) '
  'of the source''s table at that position of reeve.migrate_parts.';
