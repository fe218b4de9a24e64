CREATE OR REPLACE FUNCTION reeve.migrate_lossy(mapping jsonb, sample int)
RETURNS TABLE(name text, rows bigint, differing bigint, example text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  source_unit text := reeve.migrate_unit(mapping, 'source', source);
  forward text;
  computed text;
  c record;
  found jsonb;
BEGIN
  SELECT string_agg(format('(%s)::%s AS %I', CASE WHEN a.is_list
        THEN reeve.migrate_stored(p.relation, p.shown, p.list, p.numbered, m.value_sql)
        ELSE coalesce(m.value_sql, 'NULL') END, a.type, a.name), ', ' ORDER BY a.place)
      FILTER (WHERE NOT a.is_generated),
    string_agg(format(CASE WHEN a.part = '' THEN ', (%1$s) AS %2$I'
        ELSE ', (SELECT %1$s FROM (SELECT %3$s) q) AS %2$I' END, g.value_sql, a.name, (
        SELECT string_agg(format('u.%I AS %I', concat(a.part || '.', i), i), ', ')
        FROM unnest(g.inputs) i)), ''
      ORDER BY a.place) FILTER (WHERE a.is_generated)
  INTO forward, computed
  FROM reeve.migrate_attributes(mapping, 'target', target) a
  JOIN reeve.migrate_parts(mapping, 'target', target) p ON p.part = a.part
  LEFT JOIN reeve.migrate_generated(a.relation) g ON g.name = a.column_name
  LEFT JOIN reeve.migrate_columns(mapping, source, target) m
    ON NOT m.is_back AND m.name = a.name;
  FOR c IN
    SELECT m.* FROM reeve.migrate_columns(mapping, source, target) m
    WHERE m.is_back ORDER BY m.place
  LOOP
    name := c.name;
    rows := NULL;
    differing := NULL;
    example := NULL;
    IF c.value_sql IS NULL THEN
      RETURN NEXT;
    ELSIF NOT c.is_plain OR NOT EXISTS (
      -- Not direct either if the target's type holds less.
      SELECT FROM reeve.migrate_columns(mapping, source, target) f
      WHERE NOT f.is_back AND f.name = c.origin AND f.type = c.type AND f.is_plain
        AND (f.column_name IS NOT NULL OR f.type = 'boolean'))
    THEN
      found := reeve.role_read(owner_name, format(
        'SELECT jsonb_build_array(count(*), count(*) FILTER (WHERE b.is_lost), '
        'min(left(b.was, 80) || '' → '' || left(b.comes, 80)) FILTER (WHERE b.is_lost)) FROM ('
        'SELECT s.%1$I::text AS was, coalesce(((%2$s)::%3$s)::text, ''NULL'') AS comes, '
        's.%1$I%8$s::text IS DISTINCT FROM ((%2$s)::%3$s)%8$s::text AS is_lost '
        'FROM (SELECT * FROM %4$s r LIMIT %5$s) s CROSS JOIN LATERAL '
        '(SELECT u.*%6$s FROM (SELECT %7$s) u) t) b',
        c.name, c.value_sql, c.type, source_unit, sample, coalesce(computed, ''), forward,
        CASE c.type WHEN 'json' THEN '::jsonb' ELSE '' END));
      rows := found ->> 0;
      differing := found ->> 1;
      example := found ->> 2;
      IF differing > 0 THEN
        RETURN NEXT;
      END IF;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.migrate_lossy(jsonb, int) IS
  'Columns of the source that the target does not restore: nothing maps them back (rows is '
  'NULL), or some of the sample rows came back different. Evaluated as the tables'' owner.';
