-- Statements that take from Reeve's roles what they still may in this database, with the owner of
-- the object, who is to run each, and whether this login can become that one.
WITH role AS (
  SELECT r.oid, r.rolname FROM pg_roles r
  WHERE r.rolname IN ('reeve_owner', 'reeve_access', 'reeve_viewer', 'reeve_moderator',
    'reeve_senior', 'reeve_auditor', 'reeve_app', 'reeve_worker', 'reeve_migrator')
    OR r.rolname ~ '^reeve_(writer|reader)_'
),
object(owner, name, acl) AS (
  SELECT r.relowner, CASE r.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || r.oid::regclass,
    r.relacl
  FROM pg_class r
  UNION ALL
  SELECT r.relowner, 'TABLE ' || r.oid::regclass, a.attacl
  FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid
  UNION ALL
  SELECT p.proowner, 'ROUTINE ' || p.oid::regprocedure, p.proacl FROM pg_proc p
  UNION ALL
  SELECT n.nspowner, format('SCHEMA %I', n.nspname), n.nspacl FROM pg_namespace n
  UNION ALL
  SELECT t.typowner, 'TYPE ' || t.oid::regtype, t.typacl FROM pg_type t
  UNION ALL
  SELECT d.datdba, format('DATABASE %I', d.datname), d.datacl
  FROM pg_database d
  WHERE d.datname = current_database()
)
SELECT pg_get_userbyid(o.owner), pg_has_role(o.owner, 'MEMBER'),
  format('REVOKE ALL ON %s FROM %I', o.name, r.rolname)
FROM object o
CROSS JOIN LATERAL aclexplode(o.acl) l
JOIN role r ON r.oid = l.grantee
WHERE l.grantee <> o.owner
UNION
SELECT r.rolname, TRUE,
  format('ALTER DEFAULT PRIVILEGES FOR ROLE %I GRANT EXECUTE ON FUNCTIONS TO PUBLIC', r.rolname)
FROM pg_default_acl d
JOIN role r ON r.oid = d.defaclrole
WHERE d.defaclobjtype = 'f' AND d.defaclnamespace = 0
ORDER BY 3
