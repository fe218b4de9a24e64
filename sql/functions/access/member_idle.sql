CREATE OR REPLACE FUNCTION reeve.member_idle()
RETURNS TABLE(role_name text, statement text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT m.role_name,
    format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''5min''', m.role_name)
  FROM reeve.member m
  JOIN pg_roles r ON r.rolname = m.role_name
  WHERE coalesce((
    SELECT substr(o.setting, strpos(o.setting, '=') + 1)
    FROM pg_db_role_setting s
    CROSS JOIN unnest(s.setconfig) o(setting)
    WHERE o.setting LIKE E'idle\\_in\\_transaction\\_session'
      '\\_timeout=%' AND s.setrole IN (0, r.oid)
      AND s.setdatabase IN (0, (
        SELECT d.oid FROM pg_database d WHERE d.datname = current_database()))
    ORDER BY s.setrole = 0, s.setdatabase = 0 LIMIT 1), (
    SELECT g.reset_val FROM pg_settings g
    WHERE g.name = 'idle_in_transaction_session_timeout')) ~ '^0+([a-z]+)?$'
  ORDER BY m.role_name
$$;

COMMENT ON FUNCTION reeve.member_idle() IS
  'Members whose sessions may stay idle in a transaction forever, and the statement that limits '
  'each. A limit is set for the role (in this database or in all), else for the database, else '
  'for the server.';
