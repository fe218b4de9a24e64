CREATE OR REPLACE FUNCTION reeve.migrate_unview(copy_id int) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT array_agg(s.statement ORDER BY s.place)
  FROM reeve.live_copy c
  CROSS JOIN LATERAL (SELECT quote_ident(c.mapping #>> '{source,schema}')) n(name)
  CROSS JOIN LATERAL (
    SELECT p.place, format('DROP FUNCTION IF EXISTS %s.reeve_part_%s_%s()', n.name, c.copy_id,
      p.place)
    FROM reeve.migrate_parts(c.mapping, 'source', c.source) p WHERE p.place > 0
    UNION ALL
    SELECT 1000 + d.place, format('DROP %s.reeve_%s_%s', d.what || ' IF EXISTS ' || n.name, d.name,
      c.copy_id) || CASE d.what WHEN 'VIEW' THEN '' ELSE '()' END
    FROM (VALUES (1, 'VIEW', 'unit'), (2, 'FUNCTION', 'write'), (3, 'FUNCTION', 'allow'),
      (4, 'VIEW', 'rows'), (5, 'FUNCTION', 'put')) d(place, what, name)
    UNION ALL
    SELECT 2000 + p.place, format('DROP VIEW IF EXISTS %s.reeve_rows_%s_%s', n.name, c.copy_id,
      p.place)
    FROM reeve.migrate_parts(c.mapping, 'target', c.target) p
    UNION ALL
    SELECT 3000, format('DROP FUNCTION %s', f.oid::regprocedure)
    FROM pg_proc f
    WHERE f.pronamespace = to_regnamespace(n.name)
      AND f.proname ~ format('^reeve_next_%s_', c.copy_id)) s(place, statement)
  WHERE c.copy_id = migrate_unview.copy_id
$$;

COMMENT ON FUNCTION reeve.migrate_unview(int) IS
  'Statements that drop what reeve.migrate_view created, except the views of the old names.';
