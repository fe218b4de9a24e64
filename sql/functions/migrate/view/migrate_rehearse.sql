CREATE OR REPLACE FUNCTION reeve.migrate_rehearse(copy_id int, max_rows int)
RETURNS TABLE(name text, rows bigint, differing bigint, example text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['following']);
  place reeve.change_reader := (
    SELECT r FROM reeve.change_reader r WHERE r.name = 'migrate:' || migrate_rehearse.copy_id);
  owner_name text := (SELECT pg_get_userbyid(r.relowner) FROM pg_class r WHERE r.oid = c.source);
  view_name text := format('%I.%I', c.mapping #>> '{source,schema}', 'reeve_rehearsal_' || copy_id);
  keys text[] := reeve.migrate_keys(c.mapping, 'source');
  found jsonb;
BEGIN
  PERFORM reeve.role_execute(v.role_name, ARRAY[v.statement])
  FROM reeve.migrate_view(copy_id, view_name) v;
  found := reeve.role_read(owner_name, (
    SELECT format('WITH picked AS MATERIALIZED (SELECT * FROM %1$s s%2$s LIMIT %3$s) '
      'SELECT jsonb_build_object(''rows'', (SELECT count(*) FROM picked), ''differing'', ('
      'SELECT coalesce(jsonb_agg(to_jsonb(d)), ''[]'') FROM ('
      'SELECT %4$s AS key, x.name, left(x.was, 60) AS was, left(x.comes, 60) AS comes '
      'FROM picked s LEFT JOIN %5$s v ON %6$s CROSS JOIN LATERAL (VALUES %7$s) x(name, was, comes) '
      'WHERE x.was IS DISTINCT FROM x.comes) d))',
      reeve.migrate_unit(c.mapping, 'source', c.source),
      -- Pages from all over the table, twice as many as are needed.
      (SELECT CASE WHEN r.reltuples > 10 * max_rows AND r.relkind = 'r' AND NOT EXISTS (
          SELECT FROM reeve.migrate_parts(c.mapping, 'source', c.source) p WHERE p.place > 0)
        THEN format(' TABLESAMPLE SYSTEM (%s)', least(100, 200.0 * max_rows / r.reltuples))
        ELSE '' END FROM pg_class r WHERE r.oid = c.source),
      max_rows, reeve.migrate_key('s', keys), view_name,
      (SELECT string_agg(format('v.%1$I = s.%1$I', k), ' AND ') FROM unnest(keys) k),
      -- Whatever collations the columns have, also ones that take different texts for the same.
      string_agg(format('(%1$L, s.%2$I%3$s::text COLLATE "C", v.%2$I%3$s::text COLLATE "C")',
        m.name, m.name,
        CASE m.type WHEN 'json' THEN '::jsonb' ELSE '' END), ', ' ORDER BY m.place))
    FROM reeve.migrate_columns(c.mapping, c.source, c.target) m
    WHERE m.is_back AND m.value_sql IS NOT NULL));
  -- A row with a logged change that is not applied yet is no difference.
  RETURN QUERY
    SELECT d.name, (found ->> 'rows')::bigint, count(*),
      min(format('key %s: %s → %s', d.key, coalesce(d.was, 'NULL'), coalesce(d.comes, 'NULL')))
    FROM jsonb_to_recordset(found -> 'differing') d(key text, name text, was text, comes text)
    WHERE NOT EXISTS (
      SELECT FROM reeve.change_unread(place, number => -c.copy_id) l
      WHERE l.key = d.key OR l.key IS NULL)
    GROUP BY d.name;
END
$$;

COMMENT ON FUNCTION reeve.migrate_rehearse(int, int) IS
  'Creates the view that a cutover would put behind the old name, and compares all its columns '
  'with the source''s in at most max_rows rows: returns those that read differently, with one '
  'example. The caller rolls it back. Locks the copy, so that nothing is applied meanwhile.';
