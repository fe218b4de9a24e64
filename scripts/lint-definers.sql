-- What scripts/lint-definers.py reads of a migrated database: one JSON object.
SELECT json_build_object(
  'functions', (
    SELECT json_agg(json_build_object('name', p.oid::regprocedure::text, 'language', l.lanname,
      'definition', pg_get_functiondef(p.oid), 'body', p.prosrc, 'is_definer', p.prosecdef,
      'is_trigger', p.prorettype = 'trigger'::regtype, 'body_is_parsed', p.prosqlbody IS NOT NULL,
      'path', (SELECT string_to_array(substr(c, 13), ', ') FROM unnest(p.proconfig) c
        WHERE c LIKE 'search_path=%')) ORDER BY p.oid::regprocedure::text)
    FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    JOIN pg_language l ON l.oid = p.prolang
    -- Those that Reeve makes: its own, and in schemas of apps those of live copies.
    WHERE (n.nspname ~ '^reeve(_|$)' OR p.proname ~ '^reeve_') AND p.prokind IN ('f', 'p')
      AND NOT EXISTS (
        SELECT FROM pg_depend d
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')),
  'relations', (
    SELECT json_agg(ARRAY[n.nspname, c.relname])
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND n.nspname !~ '^pg_(toast|temp)'),
  'types', (
    SELECT json_agg(ARRAY[n.nspname, t.typname])
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE n.nspname !~ '^pg_(toast|temp)'),
  'routines', (
    SELECT json_agg(DISTINCT n.nspname || ' ' || p.proname)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace),
  'operators', (
    SELECT json_agg(DISTINCT n.nspname || ' ' || o.oprname)
    FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace))
