CREATE OR REPLACE FUNCTION reeve.migrate_lossy(mapping jsonb, sample int)
RETURNS TABLE(name text, rows bigint, differing bigint, example text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  source regclass := reeve.migrate_table(mapping, 'source');
  target regclass := reeve.migrate_table(mapping, 'target');
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = source);
  forward text;
  computed text;
  -- Of each column that does not come back as it is: what it was, and what comes.
  compared text;
  tried record;
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
  LEFT JOIN reeve.migrate_generated(mapping, 'target', target) g
    ON g.part = a.part AND g.name = a.column_name
  LEFT JOIN reeve.migrate_columns(mapping, source, target) m
    ON NOT m.is_back AND m.name = a.name;
  WITH m AS MATERIALIZED (SELECT * FROM reeve.migrate_columns(mapping, source, target))
  SELECT string_agg(format('(%1$s, s.%2$I::text COLLATE "C", ((%3$s)::%4$s)::text COLLATE "C", '
      's.%2$I%5$s::text COLLATE "C" IS DISTINCT FROM ((%3$s)::%4$s)%5$s::text COLLATE "C")',
      c.place, c.name, c.value_sql,
      c.type, CASE c.type WHEN 'json' THEN '::jsonb' ELSE '' END), ', ')
  INTO compared
  FROM m c
  WHERE c.is_back AND c.value_sql IS NOT NULL AND NOT (c.is_plain AND EXISTS (
    -- Not direct either if the target's type holds less.
    SELECT FROM m f
    WHERE NOT f.is_back AND f.name = c.origin AND f.type = c.type AND f.is_plain
      AND (f.column_name IS NOT NULL OR f.type = 'boolean')));
  IF compared IS NOT NULL THEN
    SELECT * INTO tried FROM reeve.role_tries(owner_name, ARRAY[format(
      'SELECT jsonb_object_agg(b.place, jsonb_build_array(b.rows, b.differing, b.example)) FROM ('
      'SELECT c.place, count(*) AS rows, count(*) FILTER (WHERE c.is_lost) AS differing, '
      'min(left(c.was, 80) || '' → '' || left(coalesce(c.comes, ''NULL''), 80)) '
      'FILTER (WHERE c.is_lost) AS example FROM (SELECT * FROM %s r LIMIT %s) s '
      'CROSS JOIN LATERAL (SELECT u.*%s FROM (SELECT %s) u) t '
      'CROSS JOIN LATERAL (VALUES %s) c(place, was, comes, is_lost) GROUP BY c.place) b '
      'WHERE b.differing > 0', reeve.migrate_unit(mapping, 'source', source), sample,
      coalesce(computed, ''), forward, compared)]);
    IF tried.problem IS NOT NULL THEN
      -- A row that an expression refuses waits in quarantine, once the copy has started.
      IF tried.state ~ '^(0A|40|42|5|XX)' THEN
        RAISE EXCEPTION USING MESSAGE = tried.problem, ERRCODE = tried.state;
      END IF;
      RETURN QUERY SELECT 'up, down', NULL::bigint, 0::bigint,
        format('%s (%s)', tried.problem, tried.state);
    END IF;
    found := tried.answer;
  END IF;
  RETURN QUERY
    SELECT c.name, (f.found ->> 0)::bigint, (f.found ->> 1)::bigint, f.found ->> 2
    FROM reeve.migrate_columns(mapping, source, target) c
    CROSS JOIN LATERAL (SELECT found -> c.place::text) f(found)
    WHERE c.is_back AND (c.value_sql IS NULL OR f.found IS NOT NULL)
    ORDER BY c.place;
END
$$;

COMMENT ON FUNCTION reeve.migrate_lossy(jsonb, int) IS
  'Columns of the source that the target does not restore: nothing maps them back (rows is '
  'NULL), or some of the sample rows came back different. Where an expression refuses one of them, '
  'a row with its error as the example. Evaluated as the tables'' owner.';
