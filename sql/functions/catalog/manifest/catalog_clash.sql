CREATE OR REPLACE FUNCTION reeve.catalog_clash(
  relation regclass, keys text[], columns text[], vals text[])
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH moved AS (
    SELECT string_agg(CASE WHEN u.val IS NULL THEN format('t.%I', a.attname)
      ELSE format('(%s)::%s AS %I', u.val, format_type(a.atttypid, a.atttypmod), a.attname) END,
      ', ' ORDER BY a.attnum) AS list,
      array_agg(a.attnum) FILTER (WHERE u.val IS NOT NULL) AS places
    FROM pg_attribute a
    LEFT JOIN unnest(columns, vals) u(name, val) ON u.name = a.attname
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped)
  SELECT string_agg(format('EXISTS (SELECT FROM (SELECT %1$s FROM (SELECT %2$s) n WHERE %3$s) m'
    ' CROSS JOIN LATERAL (SELECT %1$s FROM %4$s o WHERE (%3$s) AND (%5$s) <> (%6$s)) w'
    ' WHERE %7$s)', v.list, moved.list, coalesce(pg_get_expr(i.indpred, i.indrelid), 'TRUE'),
    relation, (SELECT string_agg(format('o.%I', k), ', ') FROM unnest(keys) k),
    (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(keys) k), v.alike), ' OR '
    ORDER BY i.indexrelid)
  FROM moved
  JOIN pg_index i ON i.indrelid = relation AND (i.indisunique OR i.indisexclusion)
    AND (i.indkey::int2[] && moved.places OR EXISTS (
      -- By an expression or the condition of the index, or of its constraint.
      SELECT FROM pg_depend d
      WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = relation
        AND d.refobjsubid = ANY (moved.places) AND (d.classid, d.objid) IN (
          SELECT 'pg_class'::regclass::oid, i.indexrelid
          UNION ALL
          SELECT 'pg_constraint'::regclass, x.oid FROM pg_constraint x
          WHERE x.conindid = i.indexrelid AND x.contype IN ('p', 'u', 'x'))))
  LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'x'
  CROSS JOIN LATERAL (
    SELECT string_agg(format('%s AS v%s', pg_get_indexdef(i.indexrelid, p.place, TRUE), p.place),
        ', ' ORDER BY p.place),
      string_agg(CASE WHEN i.indnullsnotdistinct
          THEN format('m.v%1$s IS NOT DISTINCT FROM w.v%1$s', p.place)
        ELSE format('m.v%1$s OPERATOR(%2$I.%3$s) w.v%1$s', p.place, n.nspname, o.oprname) END,
        ' AND ' ORDER BY p.place)
    FROM generate_series(1, i.indnkeyatts::int) p(place)
    JOIN pg_opclass c ON c.oid = i.indclass[p.place - 1]
    LEFT JOIN pg_amop a ON a.amopfamily = c.opcfamily AND a.amopmethod = c.opcmethod
      AND a.amopstrategy = 3 AND a.amoplefttype = c.opcintype AND a.amoprighttype = c.opcintype
      AND k.oid IS NULL
    JOIN pg_operator o ON o.oid = coalesce(k.conexclop[p.place], a.amopopr)
    JOIN pg_namespace n ON n.oid = o.oprnamespace) v(list, alike)
  WHERE v.list IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.catalog_clash(regclass, text[], text[], text[]) IS
  'Condition over a row t of a table with these key columns: with these values in these columns it '
  'would break a unique or an exclusion constraint, or a unique index. NULL if none says anything '
  'of them.';
