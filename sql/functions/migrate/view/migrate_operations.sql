CREATE OR REPLACE FUNCTION reeve.migrate_operations(
  relation regclass, name text, keys text[], dropped text[], role_name text, gone jsonb,
  there jsonb)
RETURNS TABLE(operation text, statement text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH f AS (
    SELECT a.attname::text AS column_name, a.attnum, a.attname = ANY (keys) AS is_key,
      a.atthasdef OR a.attidentity <> '' AS has_default, a.attidentity = 'a' AS is_fixed,
      a.attgenerated <> '' AS is_generated,
      y.type, format('%L::%s', gone ->> a.attname, y.type) AS value_sql,
      has_column_privilege(role_name, relation, a.attnum, 'SELECT') AS can_select,
      has_column_privilege(role_name, relation, a.attnum, 'INSERT') AS can_insert,
      has_column_privilege(role_name, relation, a.attnum, 'UPDATE') AS can_update
    FROM pg_attribute a
    CROSS JOIN LATERAL format_type(a.atttypid, a.atttypmod) y(type)
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attname <> ALL (dropped)
  ),
  n AS (
    SELECT
      string_agg(quote_ident(f.column_name), ', ' ORDER BY f.attnum) FILTER (WHERE f.can_select)
        AS shown,
      format('INSERT INTO %s(', name)
        || string_agg(quote_ident(f.column_name), ', ' ORDER BY f.attnum) FILTER (WHERE w.is_new)
        || ') VALUES (' || string_agg(f.value_sql, ', ' ORDER BY f.attnum) FILTER (WHERE w.is_new)
        || ')' AS new_row,
      format('INSERT INTO %s(', name)
        || string_agg(quote_ident(f.column_name), ', ' ORDER BY f.attnum) FILTER (WHERE w.is_whole)
        || ') VALUES (' || string_agg(f.value_sql, ', ' ORDER BY f.attnum) FILTER (WHERE w.is_whole)
        || ')' AS whole_row,
      string_agg(format('%1$I = EXCLUDED.%1$I', f.column_name), ', ')
        FILTER (WHERE w.is_whole AND f.can_update AND f.can_select AND NOT f.is_key) AS taken,
      string_agg(format('%1$I = %1$I', f.column_name), ', ')
        FILTER (WHERE f.can_update AND f.can_select AND NOT f.is_fixed AND NOT f.is_generated
          AND NOT f.is_key) AS kept,
      string_agg(format('%I = NULL', f.column_name), ', ')
        FILTER (WHERE f.can_update AND NOT f.is_fixed AND NOT f.is_generated AND NOT f.is_key)
        AS emptied,
      bool_or(f.can_insert) AS can_insert, bool_or(f.can_update) AS can_update,
      coalesce(bool_and(f.can_select) FILTER (WHERE f.is_key), FALSE) AS can_find,
      coalesce(bool_and(w.is_whole) FILTER (WHERE f.is_key), FALSE) AS has_key,
      string_agg(quote_ident(f.column_name), ', ') FILTER (WHERE f.is_key) AS key_names,
      string_agg(format('x.%I = %L::%s', f.column_name, there ->> f.column_name, f.type), ' AND ')
        FILTER (WHERE f.is_key) AS is_there
    FROM f
    CROSS JOIN LATERAL (SELECT
      f.can_insert AND NOT f.is_generated AND NOT (f.is_key AND f.has_default),
      f.can_insert AND NOT f.is_generated AND NOT f.is_fixed) w(is_new, is_whole)
  )
  SELECT d.operation, format(CASE WHEN d.operation ~ '^SELECT'
      THEN 'SELECT to_jsonb(count(*)) FROM (%s) x'
      ELSE 'WITH x AS (%s) SELECT to_jsonb(TRUE)' END, d.statement)
  FROM n
  CROSS JOIN LATERAL (VALUES
    ('SELECT', 'SELECT ' || n.shown || format(' FROM %s LIMIT 1', name)),
    ('SELECT … FOR UPDATE', CASE WHEN n.can_update AND n.can_find
      THEN format('SELECT FROM %s x WHERE %s FOR UPDATE', name, n.is_there) END),
    ('INSERT', n.new_row),
    ('INSERT with the key', CASE WHEN n.has_key THEN n.whole_row END),
    ('INSERT … RETURNING', n.new_row || ' RETURNING ' || n.shown),
    ('INSERT … DEFAULT VALUES', CASE WHEN n.can_insert
      THEN format('INSERT INTO %s DEFAULT VALUES', name) END),
    ('INSERT … ON CONFLICT DO NOTHING', n.new_row || ' ON CONFLICT DO NOTHING'),
    ('INSERT … ON CONFLICT DO UPDATE', CASE WHEN n.has_key AND n.can_find
      THEN n.whole_row || format(' ON CONFLICT (%s) DO UPDATE SET ', n.key_names) || n.taken END),
    ('UPDATE', format('UPDATE %s x SET ', name) || CASE WHEN n.can_find
      THEN n.kept || ' WHERE ' || n.is_there ELSE n.emptied || ' WHERE FALSE' END),
    ('DELETE', CASE WHEN has_table_privilege(role_name, relation, 'DELETE')
      THEN format('DELETE FROM %s x WHERE %s', name,
        CASE WHEN n.can_find THEN n.is_there ELSE 'FALSE' END) END)) d(operation, statement)
  WHERE d.statement IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.migrate_operations(regclass, text, text[], text[], text, jsonb, jsonb) IS
  'Statements that a role may run on a table of a copy''s source by its privileges, by the name '
  'that it has for the app: inserts of the row gone, which was there before, and reads and writes '
  'of the row there, each the texts of its columns by name. Columns that are dropped are left out.';
