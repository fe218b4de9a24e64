-- What an attack must not change, one row each: name, value. Reads only, and names everything with
-- its schema, since what ran before may have set anything: what the session keeps, roles and
-- rights of the cluster, and Reeve's own objects. Of the cluster's roles only those that matter
-- here: other databases have theirs.
WITH own AS (
  SELECT r.*
  FROM pg_catalog.pg_roles r
  WHERE r.rolname OPERATOR(pg_catalog.~)
      '^(reeve_(owner|access|viewer|moderator|senior|auditor|worker|app|migrator)|doctor_attack.*)$'
    OR r.rolname OPERATOR(pg_catalog.=) session_user
    OR r.rolname::pg_catalog.text OPERATOR(pg_catalog.=) ANY (ARRAY(
      SELECT m.role_name FROM reeve.member m
      UNION ALL
      SELECT n.name FROM reeve.app a CROSS JOIN LATERAL (VALUES (a.owner_name),
        (reeve.app_role('writer', a.app)), (reeve.app_role('reader', a.app))) n(name)))
)
SELECT pg_catalog.concat('the setting ', s.name), s.setting
FROM pg_catalog.pg_settings s
WHERE s.name OPERATOR(pg_catalog.<>) ALL (ARRAY['session_authorization', 'role', 'is_superuser'])
UNION ALL
SELECT pg_catalog.concat('the setting ', n.name),
  pg_catalog.concat(pg_catalog.current_setting(n.name, TRUE))
FROM pg_catalog.unnest(ARRAY['doctor_attack.left', 'reeve.actor']) n(name)
UNION ALL
SELECT 'who the session is', pg_catalog.concat_ws(' ', current_user, session_user)
UNION ALL
SELECT 'cursors', pg_catalog.string_agg(c.name, ', ' ORDER BY c.name)
FROM pg_catalog.pg_cursors c WHERE c.name OPERATOR(pg_catalog.<>) ''
UNION ALL
SELECT 'prepared statements', pg_catalog.string_agg(p.name, ', ' ORDER BY p.name)
FROM pg_catalog.pg_prepared_statements p
UNION ALL
SELECT 'channels', pg_catalog.string_agg(l, ', ' ORDER BY l)
FROM pg_catalog.pg_listening_channels() l
UNION ALL
SELECT 'advisory locks of the session', pg_catalog.count(*)::pg_catalog.text
FROM pg_catalog.pg_locks l
WHERE l.pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid()
  AND l.locktype OPERATOR(pg_catalog.=) 'advisory'
  -- Locks of the transaction are no trace; those of the attack are (4711, …).
  AND l.classid OPERATOR(pg_catalog.=) 4711::pg_catalog.oid
UNION ALL
SELECT 'temporary objects', pg_catalog.string_agg(t.name, ', ' ORDER BY t.name)
FROM (
  SELECT c.relname FROM pg_catalog.pg_class c
  WHERE c.relnamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema()
  UNION ALL
  SELECT p.proname FROM pg_catalog.pg_proc p
  WHERE p.pronamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema()
  UNION ALL
  SELECT y.typname FROM pg_catalog.pg_type y
  WHERE y.typnamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema()) t(name)
UNION ALL
SELECT pg_catalog.concat('the role ', r.rolname), pg_catalog.concat_ws(' ', r.rolsuper,
  r.rolcreaterole, r.rolcreatedb, r.rolbypassrls, r.rolreplication, r.rolcanlogin, r.rolconfig)
FROM own r
UNION ALL
SELECT 'memberships of roles', pg_catalog.string_agg(m.line, ', ' ORDER BY m.line)
FROM (
  SELECT pg_catalog.concat_ws(' in ', m.member::pg_catalog.regrole, m.roleid::pg_catalog.regrole)
  FROM pg_catalog.pg_auth_members m
  WHERE m.member OPERATOR(pg_catalog.=) ANY (ARRAY(SELECT o.oid FROM own o))) m(line)
UNION ALL
SELECT 'settings of roles and databases', pg_catalog.string_agg(s.line, '; ' ORDER BY s.line)
FROM (
  SELECT pg_catalog.concat_ws(' ', s.setdatabase, s.setrole, s.setconfig)
  FROM pg_catalog.pg_db_role_setting s
  WHERE s.setrole OPERATOR(pg_catalog.=) ANY (ARRAY(SELECT o.oid FROM own o))
    OR s.setdatabase OPERATOR(pg_catalog.=) (
      SELECT d.oid FROM pg_catalog.pg_database d
      WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database())) s(line)
UNION ALL
SELECT 'default privileges', pg_catalog.count(*)::pg_catalog.text FROM pg_catalog.pg_default_acl
UNION ALL
SELECT 'large objects', pg_catalog.count(*)::pg_catalog.text
FROM pg_catalog.pg_largeobject_metadata
UNION ALL
SELECT 'event triggers', pg_catalog.count(*)::pg_catalog.text FROM pg_catalog.pg_event_trigger
UNION ALL
SELECT pg_catalog.concat('objects of ', o.refobjid::pg_catalog.regrole), o.amount::pg_catalog.text
FROM (
  -- Counted first: the planner does not know how many of the cluster's are of this database.
  SELECT s.refobjid, pg_catalog.count(*) AS amount
  FROM pg_catalog.pg_shdepend s
  WHERE s.deptype OPERATOR(pg_catalog.=) 'o'
    AND s.dbid OPERATOR(pg_catalog.=) (
      SELECT d.oid FROM pg_catalog.pg_database d
      WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database())
  GROUP BY s.refobjid OFFSET 0) o
JOIN own r ON r.oid OPERATOR(pg_catalog.=) o.refobjid
WHERE r.rolname OPERATOR(pg_catalog.~) '^reeve_(owner|writer_|reader_)'
UNION ALL
SELECT pg_catalog.concat('rights on schema ', n.nspname),
  pg_catalog.concat_ws(' ', n.nspowner::pg_catalog.regrole, n.nspacl)
FROM pg_catalog.pg_namespace n
WHERE n.nspname OPERATOR(pg_catalog.!~) '^(pg_(toast_)?temp|doctor_attack)'
UNION ALL
SELECT 'Reeve''s functions', pg_catalog.md5(pg_catalog.string_agg(pg_catalog.concat_ws(' ', p.oid,
  p.proowner, p.prosecdef, p.proconfig, p.proacl, p.xmin), ',' ORDER BY p.oid))
FROM pg_catalog.pg_proc p
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace
WHERE n.nspname OPERATOR(pg_catalog.~) '^reeve'
UNION ALL
SELECT 'Reeve''s tables', pg_catalog.md5(pg_catalog.string_agg(pg_catalog.concat_ws(' ', c.oid,
  c.relowner, c.relacl, c.relhastriggers, c.relhasrules, c.relrowsecurity, c.reloptions), ','
  ORDER BY c.oid))
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
WHERE n.nspname OPERATOR(pg_catalog.~) '^reeve'
