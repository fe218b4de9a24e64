CREATE OR REPLACE FUNCTION reeve.app_code_roots(manifest jsonb)
RETURNS TABLE(path text, class_id oid, id oid)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH spec(path, schema_name, name) AS (
    SELECT '/collections/' || c.key, coalesce(c.value ->> 'schema', manifest ->> 'schema'),
      c.value ->> 'table'
    FROM jsonb_each(manifest -> 'collections') c
    UNION ALL
    SELECT format('/collections/%s/erase/tables/%s/table', c.key, t.place - 1),
      coalesce(t.body ->> 'schema', c.value ->> 'schema', manifest ->> 'schema'), t.body ->> 'table'
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(c.value #> '{erase,tables}', '[]'))
      WITH ORDINALITY t(body, place)
    UNION ALL
    SELECT r.path || '/through', manifest ->> 'schema', r.body #>> '{through,table}'
    FROM reeve.catalog_rules(manifest) r
  ),
  -- A name with its schema in an expression: t.name, "Odd Shop".item.
  expression(path, schema_name, name) AS (
    SELECT e.path, btrim(m.parts[1], '"'), btrim(m.parts[2], '"')
    FROM (
      SELECT '/collections/' || c.key AS path, c.value AS spec
      FROM jsonb_each(manifest -> 'collections') c
      UNION ALL
      SELECT r.path, r.body FROM reeve.catalog_rules(manifest) r
      UNION ALL
      SELECT '/flags/' || f.key, f.value
      FROM jsonb_each(coalesce(manifest -> 'flags', '{}')) f) e
    CROSS JOIN LATERAL jsonb_path_query(e.spec, 'strict $.**') v(value)
    CROSS JOIN LATERAL regexp_matches(v.value #>> '{}',
      E'(?=("[^"]+"|[^\\s"().,]+)\\s*\\.\\s*("[^"]+"|[^\\s"().,]+))', 'g') m(parts)
    WHERE jsonb_typeof(v.value) = 'string'
  )
  SELECT s.path, 'pg_class'::regclass::oid, x.relation::oid
  FROM spec s
  CROSS JOIN LATERAL (
    SELECT to_regclass(quote_ident(s.schema_name) || '.' || quote_ident(s.name))) x(relation)
  WHERE x.relation IS NOT NULL
  UNION
  SELECT g.path, 'pg_class'::regclass::oid, g.relation::oid
  FROM reeve.catalog_guards(manifest) g
  WHERE g.relation IS NOT NULL
  UNION
  SELECT e.path, 'pg_class'::regclass::oid, r.oid
  FROM expression e
  JOIN pg_namespace n ON n.nspname = e.schema_name
  JOIN pg_class r ON r.relnamespace = n.oid AND r.relname = e.name
  WHERE r.relkind IN ('r', 'p', 'v', 'm', 'f')
  UNION
  SELECT e.path, 'pg_proc'::regclass::oid, p.oid
  FROM expression e
  JOIN pg_namespace n ON n.nspname = e.schema_name
  JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname = e.name
  UNION
  SELECT format('/views/%s/function', r.key), 'pg_proc'::regclass::oid, p.oid
  FROM jsonb_each(coalesce(manifest -> 'views', '{}')) r
  JOIN pg_namespace n ON n.nspname = manifest ->> 'schema'
  JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname = r.value ->> 'function'
  UNION
  SELECT format('/flags/%s/sql/function', f.key), 'pg_proc'::regclass::oid, p.oid
  FROM jsonb_each(coalesce(manifest -> 'flags', '{}')) f
  JOIN pg_namespace n ON n.nspname = manifest ->> 'schema'
  JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname = f.value #>> '{sql,function}'
  UNION
  SELECT format('/tasks/%s/function', t.name), 'pg_proc'::regclass::oid, t.routine::oid
  FROM reeve.catalog_tasks(manifest) t
  WHERE t.routine IS NOT NULL
  UNION
  SELECT format('/collections/%s/recipient/inbox', i.collection), 'pg_proc'::regclass::oid,
    i.routine::oid
  FROM reeve.catalog_inboxes(manifest) i
  WHERE i.routine IS NOT NULL
  UNION
  SELECT '/schema', 'pg_event_trigger'::regclass::oid, e.oid
  FROM pg_event_trigger e
$$;

COMMENT ON FUNCTION reeve.app_code_roots(jsonb) IS
  'The tables and functions of an app that Reeve itself touches, with the path of each in the '
  'manifest, and every event trigger of the database. Expressions of the manifest are searched for '
  'names with a schema.';
