CREATE OR REPLACE FUNCTION reeve.type_plain(type text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH RECURSIVE t AS (
    SELECT y.oid, y.typnamespace, y.typbasetype FROM pg_type y WHERE y.oid = to_regtype(type)
    UNION ALL
    SELECT y.oid, y.typnamespace, y.typbasetype FROM t JOIN pg_type y ON y.oid = t.typbasetype)
  SELECT CASE WHEN t.typnamespace = 'pg_catalog'::regnamespace THEN format_type(t.oid, -1)
    ELSE 'text' END
  FROM t WHERE t.typbasetype = 0
$$;

COMMENT ON FUNCTION reeve.type_plain(text) IS
  'The built-in type that a type is or, as a domain, is made from; else text. Casts to it run no '
  'code of an app.';
