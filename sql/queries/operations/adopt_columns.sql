-- The columns of the tables $1 (OIDs), with what `reeve adopt` guesses from: types without their
-- domains, words of the name, indexes, statistics, and the values that a column may have.
WITH RECURSIVE plain AS (
  SELECT y.oid, y.oid AS base FROM pg_type y WHERE y.typtype <> 'd'
  UNION ALL
  SELECT y.oid, p.base FROM pg_type y JOIN plain p ON p.oid = y.typbasetype WHERE y.typtype = 'd'
)
SELECT a.attrelid::bigint AS relation, a.attname::text AS name,
  quote_ident(a.attname) AS ident,
  string_to_array(btrim(regexp_replace(reeve.text_fold(
    regexp_replace(a.attname, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g')),
    '[^[:alnum:]\u0080-\uffff]+', ' ', 'g')), ' ') AS words,
  format_type(a.atttypid, a.atttypmod) AS type, b.typname::text AS base,
  b.typtype = 'c' AS is_composite,
  a.attnotnull AS is_required, a.attgenerated <> '' AS is_generated,
  coalesce(pg_get_expr(d.adbin, d.adrelid) ~ '(lower|unaccent|fold|normal)', FALSE)
    AND a.attgenerated <> '' AS is_folding,
  i.is_indexed, i.is_pattern, i.is_unique,
  CASE WHEN a.atttypmod > 4 AND b.typname IN ('varchar', 'bpchar') THEN a.atttypmod - 4 END
    AS limit_length,
  s.avg_width AS width,
  CASE WHEN s.n_distinct < 0 THEN -s.n_distinct::float8
    WHEN c.reltuples > 0 THEN least(s.n_distinct / c.reltuples, 1)::float8 END AS distinctness,
  coalesce(
    (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e
      WHERE e.enumtypid = b.oid),
    (SELECT array_agg(replace(m.part[1], '''''', ''''))
      FROM pg_constraint k
      CROSS JOIN LATERAL regexp_matches(
        pg_get_constraintdef(k.oid), '''((?:[^'']|'''')*)''::', 'g') m(part)
      WHERE k.conrelid = a.attrelid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
        AND pg_get_constraintdef(k.oid) ~ '= ANY \(+ARRAY\[')) AS values,
  -- Views and policies depend on the columns that they use, so do predicates of indexes; of
  -- functions only the text tells.
  (SELECT count(DISTINCT (d.classid, d.objid)) FROM pg_depend d
    WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = a.attrelid
      AND d.refobjsubid = a.attnum AND (d.classid IN ('pg_rewrite'::regclass, 'pg_policy'::regclass)
        OR d.classid = 'pg_class'::regclass AND EXISTS (
          SELECT FROM pg_index x WHERE x.indexrelid = d.objid AND x.indpred IS NOT NULL
            AND NOT a.attnum = ANY (x.indkey::int2[]))))
  + CASE WHEN b.typname IN ('bool', 'timestamp', 'timestamptz') OR b.typtype = 'e' THEN (
      SELECT count(*) FROM pg_proc f
      WHERE f.pronamespace = c.relnamespace AND a.attname ~ '^\w+$'
        AND f.prosrc ~ ('\m' || a.attname || '\M')) ELSE 0 END AS heeded
FROM pg_attribute a
JOIN pg_class c ON c.oid = a.attrelid
JOIN plain p ON p.oid = a.atttypid
JOIN pg_type b ON b.oid = p.base
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_stats s ON s.schemaname = n.nspname
  AND s.tablename = c.relname AND s.attname = a.attname
  AND s.inherited = (c.relkind = 'p' OR EXISTS (
    SELECT FROM pg_inherits h WHERE h.inhparent = c.oid))
CROSS JOIN LATERAL (
  SELECT coalesce(bool_or(TRUE), FALSE),
    coalesce(bool_or(o.opcname LIKE '%\_pattern\_ops'), FALSE),
    coalesce(bool_or(i.indisunique AND i.indnkeyatts = 1), FALSE)
  FROM pg_index i
  JOIN pg_class x ON x.oid = i.indexrelid
  JOIN pg_am m ON m.oid = x.relam AND m.amname = 'btree'
  JOIN pg_opclass o ON o.oid = i.indclass[0]
  WHERE i.indrelid = a.attrelid AND i.indkey[0] = a.attnum AND i.indpred IS NULL
    AND i.indisvalid) i(is_indexed, is_pattern, is_unique)
WHERE a.attrelid = ANY ($1::bigint[]::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attrelid, a.attnum
