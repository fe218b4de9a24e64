-- Statements that try guessed references against the data, in the order of the guesses: table $1,
-- column $2, target $3, its key $4. Each tells how many of at most 10,000 values there are, how
-- many of them are missing in the target, how many differ, and whether the column's default is a
-- constant.
SELECT format(
  'SELECT jsonb_build_array(count(*), count(*) FILTER (WHERE NOT EXISTS ('
  'SELECT FROM %4$s p WHERE p.%3$I = s.value)), count(DISTINCT s.value::text), %5$L::boolean) '
  'FROM (SELECT t.%2$I AS value FROM %1$s t WHERE t.%2$I IS NOT NULL LIMIT 10000) s',
  t.sql, g.name, g.key, p.sql, EXISTS (
    SELECT FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = g.relation AND a.attname = g.name AND a.attgenerated = ''
      AND pg_get_expr(d.adbin, d.adrelid) !~ '(NULL|CURRENT_|[A-Za-z_"]\()'))
FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[])
  WITH ORDINALITY g(relation, name, target, key, place)
CROSS JOIN LATERAL (
  SELECT format('%I.%I', n.nspname, c.relname)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.oid = g.relation) t(sql)
CROSS JOIN LATERAL (
  SELECT format('%I.%I', n.nspname, c.relname)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.oid = g.target) p(sql)
ORDER BY g.place
