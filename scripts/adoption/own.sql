-- Gives everything in schema public to the role :owner.
SELECT set_config('adoption.owner', :'owner', FALSE) \gset
DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER %s %s OWNER TO %I', CASE c.relkind WHEN 'v' THEN 'VIEW'
        WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
      c.oid::regclass, current_setting('adoption.owner'))
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('e', 'a', 'i'))
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO %I', CASE p.prokind WHEN 'a' THEN 'AGGREGATE'
        WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END, p.oid::regprocedure,
      current_setting('adoption.owner'))
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO %I', CASE y.typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END,
      y.oid::regtype, current_setting('adoption.owner'))
    FROM pg_type y LEFT JOIN pg_class c ON c.oid = y.typrelid
    WHERE y.typnamespace = 'public'::regnamespace AND y.typtype IN ('e', 'd', 'c')
      AND coalesce(c.relkind, 'c') = 'c'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = y.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('ALTER SCHEMA public OWNER TO %I', current_setting('adoption.owner'))
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$;
