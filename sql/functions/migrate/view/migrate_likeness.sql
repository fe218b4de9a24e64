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
  ),
  numbers AS (
    SELECT n.* FROM c
    CROSS JOIN LATERAL reeve.migrate_numbers(c.mapping, c.source, c.target, c.copy_id) n
    WHERE n.place = migrate_likeness.place AND n.column_name = ANY (names)
  ),
  granted AS (
    SELECT e.*, NULL::name AS attname, o.relowner
    FROM old o CROSS JOIN LATERAL aclexplode(o.relacl) e
    UNION ALL
    SELECT e.*, a.attname, o.relowner
    FROM old o
    JOIN pg_attribute a ON a.attrelid = o.relation AND a.attname = ANY (names)
    CROSS JOIN LATERAL aclexplode(a.attacl) e
  )
  -- Bound to the sequence itself, wherever that is moved.
  SELECT s.statement
  FROM numbers n
  CROSS JOIN LATERAL (VALUES
    (format('CREATE OR REPLACE FUNCTION %s() RETURNS bigint LANGUAGE sql SECURITY DEFINER '
      'SET search_path = pg_catalog, pg_temp RETURN nextval(%L::regclass)', n.routine,
      n.sequence)),
    (format('COMMENT ON FUNCTION %s() IS %L', n.routine,
      format('Generated: numbers rows that are written to %s.', view_name))),
    (format('REVOKE ALL ON FUNCTION %s() FROM PUBLIC', n.routine)),
    ((SELECT reeve.migrate_unshared(r.relowner, r.relnamespace,
        format('FUNCTION %s()', n.routine), 'f')
      FROM old o JOIN pg_class r ON r.oid = o.relation)),
    ((SELECT format('GRANT EXECUTE ON FUNCTION %s() TO %s', n.routine, string_agg(DISTINCT
        coalesce(quote_ident(g.rolname), 'PUBLIC'), ', '))
      FROM granted x LEFT JOIN pg_roles g ON g.oid = x.grantee
      WHERE x.privilege_type = 'INSERT' AND x.grantee <> x.relowner))) s(statement)
  WHERE NOT n.is_own AND s.statement IS NOT NULL
  UNION ALL
  SELECT reeve.migrate_unshared(r.relowner, r.relnamespace, view_name)
  FROM old o JOIN pg_class r ON r.oid = o.relation
  UNION ALL
  -- Omitted columns get the same values as before: the source's defaults, and a new key from the
  -- target's sequence.
  SELECT format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', view_name, a.attname,
    CASE WHEN n.routine IS NULL THEN pg_get_expr(d.adbin, d.adrelid)
      ELSE format('%s()::%s', n.routine, format_type(a.atttypid, a.atttypmod)) END)
  FROM old o
  JOIN pg_attribute a ON a.attrelid = o.relation
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN numbers n ON n.column_name = a.attname
  WHERE a.attname = ANY (names) AND a.attgenerated = ''
    AND (d.adbin IS NOT NULL OR n.routine IS NOT NULL)
    AND NOT coalesce(n.is_own OR n.is_filled, FALSE)
  UNION ALL
  SELECT format('COMMENT ON COLUMN %s.%I IS %L', view_name, a.attname, e.description)
  FROM old o
  JOIN pg_attribute a ON a.attrelid = o.relation AND a.attname = ANY (names)
  JOIN pg_description e ON e.classoid = 'pg_class'::regclass AND e.objoid = o.relation
    AND e.objsubid = a.attnum AND a.attnum > 0
  UNION ALL
  SELECT format('GRANT %s%s ON %s TO %s%s', x.privilege_type,
    coalesce(' (' || quote_ident(x.attname) || ')', ''), view_name,
    coalesce(quote_ident(g.rolname), 'PUBLIC'),
    CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
  FROM granted x
  LEFT JOIN pg_roles g ON g.oid = x.grantee
  WHERE x.grantee <> x.relowner AND x.privilege_type <> 'TRUNCATE'
$$;

COMMENT ON FUNCTION reeve.migrate_likeness(int, int, text, text[]) IS
  'Statements that give the view of an old name the defaults, comments and grants of the columns '
  '(names) of the source''s table at that position of reeve.migrate_parts.';
