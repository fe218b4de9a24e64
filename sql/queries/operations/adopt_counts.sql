-- Statements that look at columns $2 of tables $1 (OIDs), in that order, for reeve.role_tries: of
-- at most $3 rows, how many there are, how many hold a value, and of booleans, enums and texts the
-- four most frequent values.
SELECT format(
  'WITH s AS MATERIALIZED (SELECT t.%1$I::text AS value FROM %2$s t LIMIT %3$s) '
  'SELECT jsonb_build_array((SELECT count(*) FROM s), (SELECT count(value) FROM s), %4$s)',
  g.name, format('%I.%I', n.nspname, c.relname), $3::bigint,
  CASE WHEN b.typname IN ('bool', 'text', 'varchar', 'bpchar', 'citext') OR b.typtype = 'e' THEN
    '(SELECT jsonb_agg(jsonb_build_array(v.value, v.count) ORDER BY v.count DESC, v.value) FROM ('
    'SELECT left(s.value, 40) AS value, count(*) AS count FROM s WHERE s.value IS NOT NULL '
    'GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 4) v)'
  ELSE 'NULL' END)
FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY g(relation, name, place)
JOIN pg_class c ON c.oid = g.relation
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = g.name
JOIN pg_type y ON y.oid = a.atttypid
JOIN pg_type b ON b.oid = coalesce(nullif(y.typbasetype, 0), y.oid)
ORDER BY g.place
