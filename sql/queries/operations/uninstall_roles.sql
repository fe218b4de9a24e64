-- Reeve's roles in the order to drop them, each with what still needs it: objects of this database
-- or names of others; NULL where nothing does.
SELECT r.rolname, (
  SELECT string_agg(DISTINCT coalesce(
    CASE WHEN d.datname <> current_database() THEN 'database ' || d.datname END,
    pg_describe_object(s.classid, s.objid, s.objsubid)), ', ')
  FROM pg_shdepend s
  LEFT JOIN pg_database d ON d.oid
    = CASE WHEN s.classid = 'pg_database'::regclass THEN s.objid ELSE s.dbid END
  WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = r.oid) AS needed_by
FROM pg_roles r
WHERE r.rolname IN ('reeve_owner', 'reeve_access', 'reeve_viewer', 'reeve_moderator',
  'reeve_senior',
  'reeve_auditor', 'reeve_app', 'reeve_worker', 'reeve_migrator')
  OR r.rolname ~ '^reeve_(writer|reader)_'
ORDER BY r.rolname
