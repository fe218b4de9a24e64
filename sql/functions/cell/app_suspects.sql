CREATE OR REPLACE FUNCTION reeve.app_suspects(relations regclass[]) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce('Code of the app there: ' || array_to_string(s.names[:10], ', ')
    || CASE WHEN cardinality(s.names) > 10 THEN format(' and %s more', cardinality(s.names) - 10)
      ELSE '' END || '.',
    'These tables have no trigger, rule or policy: look at tables that refer to them.')
  FROM (
    SELECT array_agg(n.name ORDER BY n.name)
    FROM (
      SELECT format('trigger %I on %s', t.tgname, t.tgrelid::regclass)
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE t.tgrelid = ANY (relations) AND NOT t.tgisinternal AND t.tgenabled <> 'D'
        AND p.pronamespace <> 'reeve'::regnamespace
      UNION ALL
      SELECT format('rule %I on %s', r.rulename, r.ev_class::regclass)
      FROM pg_rewrite r WHERE r.ev_class = ANY (relations) AND r.rulename <> '_RETURN'
      UNION ALL
      SELECT format('policy %I on %s', l.polname, l.polrelid::regclass)
      FROM pg_policy l WHERE l.polrelid = ANY (relations)) n(name)) s(names)
$$;

COMMENT ON FUNCTION reeve.app_suspects(regclass[]) IS
  'A sentence that names the app''s first ten triggers, rules and policies on these tables, for '
  'errors about rows that do not read back as written and about what code of the app left.';
