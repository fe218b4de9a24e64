CREATE OR REPLACE FUNCTION reeve.catalog_tasks(manifest jsonb)
RETURNS TABLE(
  name text, spec jsonb, arguments text[], routine regprocedure, signature text, call_sql text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT e.key, e.value, a.names, p.oid::regprocedure,
    format('%I.%I(integer%s)', manifest ->> 'schema', e.value ->> 'function',
      repeat(', text', cardinality(a.names))),
    format(CASE
        WHEN NOT p.proretset AND p.prorettype IN ('int4'::regtype, 'int8'::regtype)
          AND p.proargmodes IS NULL
        THEN 'SELECT f.done::bigint, NULL::bigint FROM %s($5::int%s) f(done)'
        WHEN o.columns @> ARRAY['done', 'remaining']
        THEN 'SELECT f.done::bigint, f.remaining::bigint FROM %s($5::int%s) f' END,
      format('%I.%I', manifest ->> 'schema', e.value ->> 'function'),
      (SELECT coalesce(string_agg(format(', $1[%s]', i), '' ORDER BY i), '')
        FROM generate_series(1, cardinality(a.names)) i))
  FROM jsonb_each(coalesce(manifest -> 'tasks', '{}')) e
  CROSS JOIN LATERAL (SELECT reeve.catalog_columns(e.value -> 'arguments')) a(names)
  LEFT JOIN pg_proc p
    ON p.oid = to_regprocedure(format('%I.%I(integer%s)', manifest ->> 'schema',
      e.value ->> 'function', repeat(', text', cardinality(a.names))))
  LEFT JOIN LATERAL (
    SELECT array_agg(u.name) AS columns
    FROM unnest(p.proargnames, p.proallargtypes, p.proargmodes) u(name, type, mode)
    WHERE u.mode IN ('o', 't') AND u.type IN ('int4'::regtype, 'int8'::regtype)) o ON TRUE
$$;

COMMENT ON FUNCTION reeve.catalog_tasks(jsonb) IS
  'The tasks of a manifest with their functions: routine is NULL if there is none, call_sql if '
  'it returns neither a whole number nor the columns done and remaining.';
