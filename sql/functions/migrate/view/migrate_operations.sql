CREATE OR REPLACE FUNCTION reeve.migrate_operations(
  relation regclass, rights regclass, name text, keys text[], dropped text[], role_name text,
  samples jsonb)
RETURNS TABLE(operation text, statement text, reads text, told text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH f AS (
    SELECT a.attname::text AS column_name, a.attnum, a.attname = ANY (keys) AS is_key,
      a.atthasdef OR a.attidentity <> '' AS has_default, a.attidentity = 'a' AS is_fixed,
      a.attgenerated <> '' AS is_generated,
      y.type, format('%L::%s', coalesce(samples -> 0 ->> a.attname, CASE
        WHEN samples -> 0 IS NULL OR a.attnotnull OR t.typnotnull
        THEN reeve.migrate_made_up(a.atttypid) END), y.type) AS value_sql,
      format('%L::%s', o.other, y.type) AS other_sql, quote_ident(a.attname) AS named,
      format('%L::%s', samples -> 1 ->> a.attname, y.type) AS there_sql,
      CASE WHEN t.typcategory = 'S' AND upper(h.there) <> lower(h.there)
        THEN format('%L::%s', CASE h.there WHEN upper(h.there) THEN lower(h.there)
          ELSE upper(h.there) END, y.type) END AS case_sql,
      (SELECT format('%L::%s', samples -> 2 ->> a.attname, y.type) FROM pg_index i
        WHERE i.indrelid = relation AND i.indisunique AND i.indnatts = 1
          AND i.indkey[0] = a.attnum AND i.indpred IS NULL LIMIT 1) AS taken_sql,
      has_column_privilege(role_name, rights, a.attname::text, 'SELECT') AS can_select,
      has_column_privilege(role_name, rights, a.attname::text, 'INSERT') AS can_insert,
      has_column_privilege(role_name, rights, a.attname::text, 'UPDATE') AS can_update
    FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    CROSS JOIN LATERAL format_type(a.atttypid, a.atttypmod) y(type)
    CROSS JOIN LATERAL (SELECT samples -> 1 ->> a.attname) h(there)
    -- Another value than that of the row: of another row or, where all have the same, the next.
    CROSS JOIN LATERAL (SELECT coalesce((
      SELECT s.value ->> a.attname
      FROM jsonb_array_elements(samples) WITH ORDINALITY s(value, place)
      WHERE s.value ->> a.attname <> coalesce(h.there, '') OR h.there IS NULL
      ORDER BY s.place LIMIT 1),
      CASE WHEN coalesce(nullif(t.typbasetype, 0), t.oid) IN (
          'int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype,
          'float4'::regtype, 'float8'::regtype)
        THEN (coalesce(h.there, '0')::numeric + 1)::text
      WHEN t.typcategory = 'B' THEN (h.there IS DISTINCT FROM 'true')::text
      WHEN t.typcategory = 'S' THEN concat(left(h.there, greatest(a.atttypmod, 5) - 5), 'x') END,
      CASE WHEN a.attnotnull THEN h.there END)) o(other)
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attname <> ALL (dropped)
  ),
  n AS (
    SELECT
      string_agg(f.named, ', ' ORDER BY f.attnum) FILTER (WHERE f.can_select) AS shown,
      format('INSERT INTO %s(', name)
        || string_agg(f.named, ', ' ORDER BY f.attnum) FILTER (WHERE w.is_new)
        || ') VALUES (' || string_agg(f.value_sql, ', ' ORDER BY f.attnum) FILTER (WHERE w.is_new)
        || ')' AS new_row,
      string_agg(f.named, ', ' ORDER BY f.attnum) FILTER (WHERE w.is_whole) AS whole,
      string_agg(f.value_sql, ', ' ORDER BY f.attnum) FILTER (WHERE w.is_whole) AS whole_values,
      string_agg(f.there_sql, ', ' ORDER BY f.attnum) FILTER (WHERE w.is_whole) AS there_values,
      string_agg(format('%1$s = EXCLUDED.%1$s', f.named), ', ')
        FILTER (WHERE w.is_whole AND f.can_update AND f.can_select AND NOT f.is_key) AS taken,
      string_agg(format('%1$s = x.%1$s', f.named), ', ')
        FILTER (WHERE f.can_update AND f.can_select AND NOT f.is_fixed AND NOT f.is_generated
          AND NOT f.is_key) AS kept,
      string_agg(format('%s = NULL', f.named), ', ')
        FILTER (WHERE f.can_update AND NOT f.is_fixed AND NOT f.is_generated AND NOT f.is_key)
        AS emptied,
      bool_or(f.can_insert) AS can_insert, bool_or(f.can_update) AS can_update,
      coalesce(bool_and(f.can_select) FILTER (WHERE f.is_key), FALSE) AS can_find,
      coalesce(bool_and(w.is_whole) FILTER (WHERE f.is_key), FALSE) AS has_key,
      string_agg(f.named, ', ') FILTER (WHERE f.is_key) AS key_names,
      string_agg(format('x.%s = %s', f.named, f.there_sql), ' AND ') FILTER (WHERE f.is_key)
        AS is_there,
      string_agg(format('x.%s = %s', f.named, f.value_sql), ' AND ') FILTER (WHERE f.is_key)
        AS is_gone,
      string_agg(format('x.%s = ($1 -> 0 ->> %L)::%s', f.named, f.column_name, f.type), ' AND ')
        FILTER (WHERE f.is_key) AS is_new,
      -- Rows of which a trigger may treat one otherwise than the others.
      format('(%s) IN (VALUES %s)',
        string_agg('x.' || f.named, ', ' ORDER BY f.attnum) FILTER (WHERE f.is_key), (
          SELECT string_agg('(' || r.texts || ')', ', ')
          FROM jsonb_array_elements(samples) WITH ORDINALITY s(value, place)
          CROSS JOIN LATERAL (
            SELECT string_agg(format('%L::%s', s.value ->> k.column_name, k.type), ', '
              ORDER BY k.attnum) FROM f k WHERE k.is_key) r(texts)
          WHERE s.place > 1)) AS are_there,
      format('jsonb_build_object(''number of rows'', count(*), %s)', string_agg(
        format('%L, jsonb_agg(x.%s ORDER BY %s)', f.column_name, f.named, (
          SELECT string_agg('x.' || k.named, ', ' ORDER BY k.attnum) FROM f k WHERE k.is_key)),
        ', ' ORDER BY f.attnum) FILTER (WHERE f.can_select)) AS shown_all
    FROM f
    CROSS JOIN LATERAL (SELECT
      f.can_insert AND NOT f.is_generated AND NOT (f.is_key AND f.has_default),
      f.can_insert AND NOT f.is_generated AND NOT f.is_fixed) w(is_new, is_whole)
  ),
  -- With the condition that finds the row afterwards, and the errors that the plan tells of.
  d(operation, statement, found, told) AS (
    SELECT d.*
    FROM n
    CROSS JOIN LATERAL (SELECT
      format('INSERT INTO %s(%s) VALUES (%s)', name, n.whole, n.whole_values),
      ' RETURNING ' || n.shown,
      format('UPDATE %s x SET ', name) || CASE WHEN n.can_find
        THEN n.kept || ' WHERE ' || n.is_there ELSE n.emptied || ' WHERE FALSE' END,
      CASE WHEN has_table_privilege(role_name, rights, 'DELETE')
        THEN format('DELETE FROM %s x WHERE %s', name,
          CASE WHEN n.can_find THEN n.is_there ELSE 'FALSE' END) END)
      s(whole_row, returned, updated, deleted)
    CROSS JOIN LATERAL (SELECT 'WITH x AS (', CASE WHEN n.can_find
      THEN format(' WHERE %s RETURNING %s) SELECT jsonb_build_array(%s) FROM x', n.are_there,
        n.shown, n.shown_all) END) several(head, rest)
    CROSS JOIN LATERAL (VALUES
      ('SELECT', CASE WHEN n.can_find
        THEN 'SELECT ' || n.shown || format(' FROM %s x WHERE %s', name, n.is_there)
        ELSE 'SELECT ' || n.shown || format(' FROM %s LIMIT 0', name) END, NULL, NULL),
      ('SELECT … FOR UPDATE', CASE WHEN n.can_update AND n.can_find
        THEN 'SELECT ' || n.shown || format(' FROM %s x WHERE %s FOR UPDATE', name, n.is_there) END,
        NULL, (SELECT '{00000}' FROM pg_class r WHERE r.oid = relation AND r.relrowsecurity)),
      ('INSERT', n.new_row, NULL, NULL),
      ('INSERT with the key', CASE WHEN n.has_key THEN s.whole_row END, n.is_gone, NULL),
      ('INSERT … OVERRIDING SYSTEM VALUE', CASE WHEN n.has_key
        THEN replace(s.whole_row, ') VALUES (', ') OVERRIDING SYSTEM VALUE VALUES (') END,
        n.is_gone, NULL),
      ('INSERT … RETURNING', n.new_row || s.returned, n.is_new, NULL),
      ('INSERT … DEFAULT VALUES', CASE WHEN n.can_insert
        THEN format('INSERT INTO %s DEFAULT VALUES', name) END, NULL, NULL),
      ('INSERT … ON CONFLICT DO NOTHING', n.new_row || ' ON CONFLICT DO NOTHING', NULL,
        '{23505}'),
      ('INSERT … ON CONFLICT DO NOTHING, in vain', CASE WHEN n.has_key
        THEN format('INSERT INTO %s(%s) VALUES (%s) ON CONFLICT DO NOTHING', name, n.whole,
          n.there_values) END, n.is_there, '{23505}'),
      ('INSERT … ON CONFLICT DO UPDATE', CASE WHEN n.has_key AND n.can_find
        THEN s.whole_row || format(' ON CONFLICT (%s) DO UPDATE SET ', n.key_names) || n.taken END,
        n.is_gone, '{42P10}'),
      ('UPDATE', s.updated, n.is_there, NULL),
      ('UPDATE … RETURNING', s.updated || s.returned, n.is_there, NULL),
      ('MERGE', CASE WHEN n.can_find THEN format('MERGE INTO %s x USING (SELECT) y ON %s WHEN '
        'MATCHED THEN UPDATE SET ', name, n.is_there) || n.kept END, n.is_there,
        CASE WHEN current_setting('server_version_num')::int < 170000 THEN '{42809,0A000}' END),
      ('UPDATE of several rows', several.head || format('UPDATE %s x SET ', name) || n.kept
        || several.rest, NULL, NULL),
      ('DELETE of several rows', CASE WHEN s.deleted IS NOT NULL
        THEN several.head || format('DELETE FROM %s x', name) || several.rest END, NULL, NULL),
      ('DELETE', s.deleted, n.is_there, NULL),
      ('DELETE … RETURNING', s.deleted || s.returned, n.is_there, NULL))
      d(operation, statement, found, told)
    UNION ALL
    SELECT format('UPDATE of %s', f.named), format('UPDATE %s x SET %s = %s WHERE %s', name,
      f.named, f.other_sql, CASE WHEN n.can_find THEN n.is_there ELSE 'FALSE' END),
      CASE WHEN f.is_key THEN (
        SELECT string_agg(format('x.%s = %s', k.named, CASE WHEN k.named = f.named
          THEN k.other_sql ELSE k.there_sql END), ' AND ') FROM f k WHERE k.is_key)
      ELSE n.is_there END, CASE WHEN f.is_key THEN '{0A000,428C9}' END
    FROM f, n WHERE f.can_update AND NOT f.is_fixed AND NOT f.is_generated
    UNION ALL
    -- All rows that there are may be as a trigger makes them, which the target does not have.
    SELECT format('UPDATE of %s to other case', f.named), format('UPDATE %s x SET %s = %s WHERE %s',
      name, f.named, f.case_sql, n.is_there), n.is_there, NULL
    FROM f, n
    WHERE f.can_update AND NOT f.is_fixed AND NOT f.is_generated AND NOT f.is_key AND n.can_find
      AND f.case_sql IS NOT NULL
    UNION ALL
    SELECT format('UPDATE of %s to that of another row', f.named), format('UPDATE %s x SET %s = %s '
      'WHERE %s', name, f.named, f.taken_sql, n.is_there), n.is_there,
      CASE WHEN f.is_key THEN '{0A000,428C9}' END
    FROM f, n WHERE f.can_update AND NOT f.is_fixed AND NOT f.is_generated AND n.can_find
      AND f.taken_sql IS NOT NULL
  )
  SELECT d.operation, CASE WHEN d.statement ~ '^WITH' THEN d.statement
      WHEN d.statement ~ '^SELECT|RETURNING'
      THEN format('WITH x AS (%s) SELECT to_jsonb(array_agg(to_jsonb(x.*))) FROM x', d.statement)
      ELSE d.statement END,
    coalesce(format('SELECT to_jsonb(x.*) FROM (SELECT %s FROM %s x WHERE ', n.shown, name)
      || CASE WHEN n.can_find THEN d.found END || ') x', 'SELECT NULL::jsonb'), d.told::text[]
  FROM d, n
  WHERE d.statement IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.migrate_operations(
  regclass, regclass, text, text[], text[], text, jsonb) IS
  'Statements that a role may run on a table of a copy''s source by its privileges there or on '
  'another relation with these columns (rights), by the name that it has for the app, for '
  'reeve.role_tries: inserts of the first of the samples, which was there before, or of values '
  'that are made up, and reads and writes of the second; each is the texts of a row''s columns '
  'by name. reads returns the row that was written, as far as the role may see it; told are '
  'the SQLSTATEs that the statement has after the cutover as the plan says. Columns that are '
  'dropped are left out. NULL: told.';
