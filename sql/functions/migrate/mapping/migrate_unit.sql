CREATE OR REPLACE FUNCTION reeve.migrate_unit(
  mapping jsonb, side text, main regclass, suffix text DEFAULT NULL)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH p AS MATERIALIZED (SELECT * FROM reeve.migrate_parts(mapping, side, main, suffix)),
  k AS (SELECT p.keys, p.name FROM p WHERE p.place = 0),
  joined AS (
    SELECT p.*, (
      SELECT string_agg(format('p%s.%I = m.%I', p.place, p.keys[n.place], n.name), ' AND ')
      FROM k, unnest(k.keys) WITH ORDINALITY n(name, place)) AS condition
    FROM p WHERE p.place > 0
  )
  SELECT CASE WHEN EXISTS (SELECT FROM joined) THEN format('(SELECT %s FROM %s m%s)', (
      SELECT string_agg(CASE
        WHEN a.part = '' THEN format('m.%I', a.name)
        WHEN a.column_name IS NOT NULL
          THEN format('p%s.%I AS %I', j.place, a.column_name, a.name)
        WHEN a.is_list THEN format('coalesce((SELECT jsonb_agg(%s ORDER BY %s) FROM %s p%s '
          'WHERE %s), ''[]'') AS %I',
          reeve.migrate_element(j.relation, j.shown, 'p' || j.place),
          (SELECT string_agg(format('p%s.%I', j.place, l), ', ') FROM unnest(j.list) l),
          j.name, j.place, j.condition, a.name)
        ELSE format('(p%s.%I IS NOT NULL) AS %I', j.place, j.keys[1], a.name) END,
        ', ' ORDER BY a.place)
      FROM reeve.migrate_attributes(mapping, side, main) a
      LEFT JOIN joined j ON j.part = a.part), k.name,
      (SELECT string_agg(format(' LEFT JOIN %s p%s ON %s', j.name, j.place, j.condition), ''
        ORDER BY j.place) FROM joined j WHERE NOT j.is_list))
    ELSE k.name END
  FROM k
$$;

COMMENT ON FUNCTION reeve.migrate_unit(jsonb, text, regclass, text) IS
  'The FROM item that reads a side (source or target): the table or, if it has parts, a query '
  'that joins them, one row per unit, with the columns of reeve.migrate_attributes. suffix as in '
  'reeve.migrate_parts.';
