-- Anybody who may log in chooses what is remembered here. A text runs only as the role that ran it,
-- in reeve.role_tries, if that role may be tried at all, and what it does is undone.
CREATE OR REPLACE FUNCTION reeve.migrate_seen(copy_id int, max_statements int)
RETURNS TABLE(role_name text, query text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  schema_name text := (
    SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'pg_stat_statements');
  words text[] := ARRAY(
    SELECT E'(^|\\W)' || regexp_replace(p.table_name, E'(\\W)', E'\\\\\\1', 'g') || E'(\\W|$)'
    FROM reeve.live_copy c
    CROSS JOIN LATERAL reeve.migrate_parts(c.mapping, 'source', c.source, '') p
    WHERE c.copy_id = migrate_seen.copy_id);
BEGIN
  IF schema_name IS NULL THEN
    RETURN;
  END IF;
  -- The longest-running ones would keep the locks too long.
  RETURN QUERY EXECUTE format($f$
    SELECT r.rolname::text, s.query
    FROM %I.pg_stat_statements s
    JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database()
    JOIN pg_roles r ON r.oid = s.userid
    WHERE s.toplevel AND s.mean_exec_time < 20 AND length(s.query) < 10000
      AND s.query ~* E'^\\s*(SELECT|INSERT|UPDATE|DELETE|MERGE|WITH)\\M' AND s.query ~ ANY ($1)
      AND r.rolname !~ '^reeve_'
    GROUP BY r.rolname, s.query
    ORDER BY sum(s.calls) DESC, s.query LIMIT $2
  $f$, schema_name) USING words, max_statements;
EXCEPTION WHEN object_not_in_prerequisite_state OR insufficient_privilege THEN
  RETURN;
END
$$;

COMMENT ON FUNCTION reeve.migrate_seen(int, int) IS
  'The statements that logins ran most often on the source''s tables of a copy, in less than '
  '20 ms, as the extension pg_stat_statements has them, with $1 … for constants; none where it is '
  'not installed, not loaded, or hides them from the caller.';
