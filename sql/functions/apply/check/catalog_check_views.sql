CREATE OR REPLACE FUNCTION reeve.catalog_check_views(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH view AS (
    SELECT '/views/' || v.key AS at, v.value AS spec,
      reeve.catalog_columns(v.value -> 'columns') AS columns,
      reeve.catalog_columns(v.value -> 'arguments') AS arguments,
      reeve.catalog_view_routine(manifest, v.value) AS routine
    FROM jsonb_each(coalesce(manifest -> 'views', '{}')) v)
  SELECT v.at || x.path, 'missing', x.message
  FROM view v
  CROSS JOIN LATERAL (
    SELECT '/function', format('there is no function %s.%s(%s)', manifest ->> 'schema',
      v.spec ->> 'function', (
        SELECT string_agg(a || ' text', ', ')
        FROM unnest(CASE WHEN v.spec ? 'collection' THEN '{key}'::text[] || v.arguments
          ELSE v.arguments END) a))
    WHERE v.routine IS NULL
    UNION ALL
    SELECT format('/columns/%s', c.place - 1), format('%s returns no column %s', v.routine, c.name)
    FROM unnest(v.columns) WITH ORDINALITY c(name, place)
    JOIN pg_proc p ON p.oid = v.routine
    WHERE NOT EXISTS (
      SELECT FROM reeve.catalog_view_types(v.routine) t WHERE t.name = c.name)
    UNION ALL
    SELECT '/types/' || t.name, format('%s is none of its columns: %s', t.name,
      array_to_string(v.columns, ', '))
    FROM jsonb_object_keys(v.spec -> 'types') t(name)
    WHERE t.name <> ALL (v.columns)
    UNION ALL
    SELECT '/collection', format('there is no collection %s', v.spec ->> 'collection')
    WHERE v.spec ? 'collection' AND NOT manifest -> 'collections' ? (v.spec ->> 'collection')
  ) x(path, message)
$$;

COMMENT ON FUNCTION reeve.catalog_check_views(jsonb) IS
  'Findings about the functions and columns of views.';
