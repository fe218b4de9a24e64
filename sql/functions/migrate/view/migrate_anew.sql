CREATE OR REPLACE FUNCTION reeve.migrate_anew(relation regclass, definition text, step text)
RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH r AS MATERIALIZED (
    SELECT c.*, format('%I.', n.nspname) AS place, format('%I.%I', n.nspname, c.relname) AS name,
      format('%I.reeve_next_%s', n.nspname, c.oid) AS next_name,
      CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END AS what,
      CASE WHEN step = 'build' THEN format('%I.reeve_next_%s', n.nspname, c.oid)
        ELSE format('%I.%I', n.nspname, c.relname) END AS new_name,
      ' WITH (' || array_to_string(c.reloptions, ', ') || ')' AS options
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = migrate_anew.relation
  ),
  x AS MATERIALIZED (
    SELECT i.indexrelid, i.indisclustered, c.relname AS name,
      i.indisunique AS is_unique, pg_get_indexdef(i.indexrelid) AS said,
      format('CREATE %sINDEX %I ON %s', CASE WHEN i.indisunique THEN 'UNIQUE ' ELSE '' END,
        c.relname, r.name) AS head
    FROM r JOIN pg_index i ON i.indrelid = r.oid JOIN pg_class c ON c.oid = i.indexrelid
  )
  SELECT array_agg(s.statement ORDER BY s.place, s.number)
  FROM r
  CROSS JOIN LATERAL (
    -- The old one stays for what still reads it, until that is moved.
    SELECT 1 AS place, 0::bigint AS number,
      format('ALTER %s %s RENAME TO reeve_rest_%s', r.what, r.name, r.oid) AS statement
    WHERE step <> 'build'
    UNION ALL
    SELECT 2, 0, concat('CREATE VIEW ', r.name, r.options, ' AS ', definition) WHERE step = 'view'
    UNION ALL
    SELECT 2, 0, concat('CREATE MATERIALIZED VIEW ', r.next_name,
      ' USING ' || quote_ident(m.amname), r.options,
      ' TABLESPACE ' || quote_ident(t.spcname), ' AS ', definition,
      CASE WHEN r.relispopulated THEN '' ELSE ' WITH NO DATA' END)
    FROM pg_am m LEFT JOIN pg_tablespace t ON t.oid = r.reltablespace
    WHERE step = 'build' AND m.oid = r.relam
    UNION ALL
    SELECT 3, 0, format('ALTER MATERIALIZED VIEW %s RENAME TO %I', r.next_name, r.relname)
    WHERE step = 'exchange'
    UNION ALL
    SELECT 4, x.indexrelid::bigint, format('CREATE %sINDEX reeve_next_%s ON %s %s',
      CASE WHEN x.is_unique THEN 'UNIQUE ' ELSE '' END, x.indexrelid, r.next_name,
      -- From USING on: the rest names no index and no table.
      substr(x.said, length(x.head) + 2))
    FROM x WHERE step = 'build'
    UNION ALL
    SELECT 5, x.indexrelid::bigint, e.statement
    FROM x CROSS JOIN LATERAL (VALUES
      (1, format('ALTER INDEX %s%I RENAME TO reeve_rest_%s', r.place, x.name, x.indexrelid)),
      (2, format('ALTER INDEX %sreeve_next_%s RENAME TO %I', r.place, x.indexrelid, x.name)),
      (3, format('COMMENT ON INDEX %s%I IS ', r.place, x.name)
        || quote_literal(obj_description(x.indexrelid, 'pg_class'))),
      (4, CASE WHEN x.indisclustered THEN format('ALTER MATERIALIZED VIEW %s CLUSTER ON %I', r.name,
        x.name) END)) e(number, statement)
    WHERE step = 'exchange'
    UNION ALL
    SELECT 6, e.oid::bigint, g.statement
    FROM pg_statistic_ext e CROSS JOIN LATERAL (VALUES
      (1, format('ALTER STATISTICS %s.%I RENAME TO reeve_rest_%s', e.stxnamespace::regnamespace,
        e.stxname, e.oid)),
      (2, pg_get_statisticsobjdef(e.oid))) g(number, statement)
    WHERE step = 'exchange' AND e.stxrelid = r.oid
    UNION ALL
    SELECT 7, 0, reeve.migrate_unshared(r.relowner, r.relnamespace, r.new_name)
    WHERE step <> 'exchange'
    UNION ALL
    SELECT 8, 0, format('REVOKE ALL ON %s FROM %I', r.new_name, pg_get_userbyid(r.relowner))
    WHERE step <> 'exchange' AND r.relacl IS NOT NULL
    UNION ALL
    SELECT 9, 0, format('GRANT %s%s ON %s TO %s%s', e.privilege_type, e.column_name, r.new_name,
      coalesce(quote_ident(g.rolname), 'PUBLIC'),
      CASE WHEN e.is_grantable AND e.grantee <> r.relowner THEN ' WITH GRANT OPTION' ELSE '' END)
    FROM (
      SELECT e.*, '' AS column_name FROM aclexplode(r.relacl) e
      UNION ALL
      SELECT e.*, format(' (%I)', a.attname)
      FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) e WHERE a.attrelid = r.oid) e
    LEFT JOIN pg_roles g ON g.oid = e.grantee
    WHERE step <> 'exchange'
    UNION ALL
    SELECT 10, e.objsubid, CASE WHEN e.objsubid = 0
      THEN format('COMMENT ON %s %s IS %L', r.what, r.new_name, e.description)
      ELSE format('COMMENT ON COLUMN %s.%I IS %L', r.new_name, a.attname, e.description) END
    FROM pg_description e
    LEFT JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = e.objsubid AND a.attnum > 0
    WHERE step <> 'exchange' AND e.classoid = 'pg_class'::regclass AND e.objoid = r.oid
    UNION ALL
    SELECT 11, e.objsubid, CASE WHEN e.objsubid = 0
      THEN format('SECURITY LABEL FOR %I ON %s %s IS %L', e.provider, r.what, r.new_name, e.label)
      ELSE format('SECURITY LABEL FOR %I ON COLUMN %s.%I IS %L', e.provider, r.new_name, a.attname,
        e.label) END
    FROM pg_seclabel e
    LEFT JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = e.objsubid AND a.attnum > 0
    WHERE step <> 'exchange' AND e.classoid = 'pg_class'::regclass AND e.objoid = r.oid
    UNION ALL
    SELECT 12, a.attnum, e.statement
    FROM pg_attribute a
    LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
    CROSS JOIN LATERAL (VALUES
      (format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT ', r.new_name, a.attname)
        || pg_get_expr(f.adbin, f.adrelid)),
      (CASE WHEN a.attstattarget >= 0 AND r.relkind = 'm' THEN format('ALTER MATERIALIZED VIEW %s '
        'ALTER COLUMN %I SET STATISTICS %s', r.new_name, a.attname, a.attstattarget) END),
      (format('ALTER MATERIALIZED VIEW %s ALTER COLUMN %I SET ', r.new_name, a.attname)
        -- The server itself notes when a column was made.
        || '(' || (SELECT string_agg(o, ', ') FROM unnest(a.attoptions) o
          WHERE NOT starts_with(o, 'pg_attver=')) || ')')) e(statement)
    WHERE step <> 'exchange' AND a.attrelid = r.oid AND a.attnum > 0
      AND (r.relkind = 'm' OR f.adbin IS NOT NULL)
    UNION ALL
    SELECT 13, g.oid::bigint, pg_get_triggerdef(g.oid)
    FROM pg_trigger g WHERE step = 'view' AND g.tgrelid = r.oid AND NOT g.tgisinternal
    UNION ALL
    SELECT 14, w.oid::bigint, pg_get_ruledef(w.oid)
    FROM pg_rewrite w WHERE step = 'view' AND w.ev_class = r.oid AND w.rulename <> '_RETURN'
    UNION ALL
    SELECT 15, 0, format('ANALYZE %s', r.next_name)
    WHERE step = 'build' AND r.relispopulated) s
  WHERE s.statement IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.migrate_anew(regclass, text, text) IS
  'Statements, as its owner, that create a view anew by a definition (step view), or a '
  'materialized view: beside itself (build), and then by its name (exchange). The new one has the '
  'options, rights, comments, labels, defaults, triggers, rules, indexes and statistics of the old '
  'one, which is reeve_rest_OID then.';
