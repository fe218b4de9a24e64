-- What an uninstall takes away, a line for people each, in order.
-- $1 text: the schema of the app that is detached; NULL for all of Reeve.
WITH app AS (
  SELECT a.*, to_regnamespace(quote_ident(a.schema_name))::oid AS schema_id
  FROM reeve.app a
  WHERE $1::text IS NULL OR a.schema_name = $1
),
line(place, app, text) AS (
  SELECT 1, a.app, format('app %s: %s triggers, %s policies and rights on %s tables of schema %s',
    a.app, (
      SELECT count(*) FROM pg_trigger g
      JOIN pg_class r ON r.oid = g.tgrelid
      JOIN pg_proc p ON p.oid = g.tgfoid
      WHERE NOT g.tgisinternal AND g.tgparentid = 0 AND r.relnamespace = a.schema_id
        AND p.pronamespace = 'reeve'::regnamespace), (
      SELECT count(*) FROM pg_policy o
      JOIN pg_class r ON r.oid = o.polrelid
      WHERE r.relnamespace = a.schema_id AND o.polname ~ '^reeve_(bar_[0-9]|open$)'), (
      SELECT count(*) FROM pg_class r
      WHERE r.relnamespace = a.schema_id AND EXISTS (
        SELECT FROM aclexplode(r.relacl) l
        WHERE pg_get_userbyid(l.grantee) ~ '^reeve_(access|writer|reader)')),
    a.schema_name)
  FROM app a
  UNION ALL
  SELECT 2, c.app, format('app %s: bans of %s now in force, %s, end with it: %s no longer '
  'enforces them',
    c.app, c.name, count(*), c.enforcement)
  FROM app a
  JOIN reeve.collection c USING (app)
  JOIN reeve.subject s USING (collection_id)
  WHERE c.enforcement IN ('policy', 'guard') AND s.hidden_until > statement_timestamp()
  GROUP BY c.app, c.name, c.enforcement
  UNION ALL
  SELECT 3, c.app, format('app %s: %s rows of %s stay restricted by their own %s',
    c.app, count(*), c.name, c.visible_column)
  FROM app a
  JOIN reeve.collection c USING (app)
  JOIN reeve.subject s USING (collection_id)
  WHERE c.visible_column IS NOT NULL AND s.hidden_until > statement_timestamp()
  GROUP BY c.app, c.name, c.visible_column
  UNION ALL
  SELECT 4, '', format('%s notices are never sent', count(*))
  FROM reeve.outbox o
  WHERE $1 IS NULL AND o.state = 'queued'
  HAVING count(*) > 0
  UNION ALL
  SELECT 5, '', format('schema %s: %s tables, %s', n.nspname, count(r.oid),
    pg_size_pretty(coalesce(sum(pg_total_relation_size(r.oid)), 0)))
  FROM pg_namespace n
  LEFT JOIN pg_class r ON r.relnamespace = n.oid AND r.relkind IN ('r', 'm')
  WHERE $1 IS NULL
    AND n.nspname IN ('reeve', 'reeve_index', 'reeve_stage', 'reeve_cell')
  GROUP BY n.nspname
  UNION ALL
  SELECT 6, '', format('%s recorded commands; they are exported first', count(*))
  FROM reeve.command
  WHERE $1 IS NULL
  HAVING count(*) > 0
)
SELECT l.text FROM line l ORDER BY l.place, l.app, l.text
