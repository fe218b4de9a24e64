-- The functions that catalogs make, one row each: what, name, then owner, grants, how it runs,
-- settings and definition. `doctor --full` compares two answers. $1 text: pattern of their names in
-- schema reeve.
SELECT 'function', p.oid::regprocedure::text, pg_get_userbyid(p.proowner)::text,
  (
    SELECT string_agg(x::text, ', ' ORDER BY x::text COLLATE "C")
    FROM unnest(coalesce(p.proacl, acldefault('f', p.proowner))) x),
  concat_ws(' ', l.lanname, 'volatility ' || p.provolatile::text,
    'parallel ' || p.proparallel::text,
    CASE WHEN p.prosecdef THEN 'definer' ELSE 'invoker' END,
    CASE WHEN p.proisstrict THEN 'strict' END, CASE WHEN p.proleakproof THEN 'leakproof' END,
    'cost ' || p.procost, 'rows ' || p.prorows, nullif(p.prosupport::text, '-')),
  -- With quote_all_identifiers on, names were kept in quotes, which changes nothing.
  regexp_replace(coalesce(array_to_string(p.proconfig, '; '), ''), '"([a-z_][a-z_0-9]*)"', '\1',
    'g'),
  encode(sha256(convert_to(concat_ws(chr(10), pg_get_function_arguments(p.oid),
    pg_get_function_result(p.oid), p.prosrc, pg_get_function_sqlbody(p.oid)), 'UTF8')), 'hex')
FROM pg_proc p
JOIN pg_language l ON l.oid = p.prolang
WHERE p.pronamespace = 'reeve_cell'::regnamespace
  OR p.pronamespace = 'reeve'::regnamespace AND p.proname ~ $1
