CREATE OR REPLACE FUNCTION reeve.migrate_old_uses(copy_id int)
RETURNS TABLE(kind text, who text, first_at timestamptz, last_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH copy AS (
    SELECT c.* FROM reeve.live_copy c
    WHERE c.copy_id = migrate_old_uses.copy_id AND c.phase IN ('live', 'finished')
  ),
  olds AS (
    SELECT c.copy_id, p.table_name AS old_name, to_regclass(p.name) AS old, p.relation AS source
    FROM copy c CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, 'source', c.source, '') p
    WHERE to_regclass(p.name) IS NOT NULL
  )
  SELECT 'written by', concat(u.role_name, ' (' || nullif(u.application, '') || ')'),
    date_trunc('second', min(u.used_at)), date_trunc('second', max(u.used_at))
  FROM copy c JOIN reeve.live_copy_use u ON u.copy_id = c.copy_id AND u.used_at >= c.cut_at
  GROUP BY u.role_name, u.application
  UNION ALL
  SELECT 'open in', format('process %s, %s%s', a.pid, a.usename,
      ' (' || nullif(a.application_name, '') || ')'),
    date_trunc('second', a.xact_start), NULL
  FROM olds c
  JOIN pg_locks k ON k.relation = c.old AND k.locktype = 'relation' AND k.granted
    AND k.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
  JOIN pg_stat_activity a ON a.pid = k.pid AND a.pid <> pg_backend_pid()
  UNION ALL
  SELECT 'read by', d.object, NULL, NULL
  FROM reeve.migrate_depending(ARRAY(SELECT c.old FROM olds c)) d
  UNION ALL
  SELECT 'named in', p.oid::regprocedure::text, NULL, NULL
  FROM olds c
  JOIN pg_proc p ON p.prosqlbody IS NULL
    AND p.prosrc ~ (E'(^|\\W)'
      || regexp_replace(c.old_name, E'(\\W)', E'\\\\\\1', 'g') || E'(\\W|$)')
  JOIN pg_language l ON l.oid = p.prolang AND l.lanname NOT IN ('internal', 'c')
  JOIN pg_namespace n ON n.oid = p.pronamespace AND n.nspname NOT IN ('reeve', 'reeve_cell',
    'pg_catalog', 'information_schema')
  WHERE p.proname !~ format('^reeve_(write|part|put|allow)_%s(_|$)', c.copy_id)
  UNION ALL
  SELECT 'named in', format('the catalog, %s/%s', l.app, l.name), NULL, NULL
  FROM olds c JOIN reeve.collection l ON l.relation IN (c.source, c.old) AND l.is_live
$$;

COMMENT ON FUNCTION reeve.migrate_old_uses(int) IS
  'Uses of the old name of a table after the cutover: logins that wrote through its triggers '
  '(first_at, last_at, to the hour), transactions that have it open, objects that refer to it, '
  'functions whose source has the word, collections of the catalog. None before a cutover. NULL: '
  'first_at, last_at.';
