-- Statements of operators run code of the app as the owner of its tables: what is told of an owner
-- with more rights than an app's, and what becomes of roles that somebody made under Reeve's names.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(22);
CREATE ROLE own_owner NOLOGIN;
CREATE ROLE own_other NOLOGIN;
CREATE ROLE own_group NOLOGIN;
CREATE SCHEMA own AUTHORIZATION own_owner;
SET LOCAL ROLE own_owner;
CREATE TABLE own.item(id int PRIMARY KEY);
CREATE SEQUENCE own.ran;
RESET ROLE;
INSERT INTO reeve.app(app, title, schema_name, owner_name, manifest, applied_by)
VALUES ('own_other', 'Other', 'own_other', 'own_other', '{"collections": {}}', 'test');
-- A sequence keeps what is rolled back.
CREATE FUNCTION pg_temp.ran(count bigint, about text) RETURNS text LANGUAGE sql AS $$
  SELECT is((SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM own.ran), count, about)
$$;
PREPARE run AS SELECT reeve.role_execute('own_owner', ARRAY['SELECT nextval(''own.ran'')']);
SELECT lives_ok('run', 'statements run as an owner that is nothing else');
SELECT pg_temp.ran(1, 'and did run');
SELECT is(reeve.app_owner_fault('own_owner', 'own'), NULL, 'nothing is said of it');

CREATE FUNCTION pg_temp.powerful(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  fault text;
BEGIN
  EXECUTE statement;
  fault := reeve.app_owner_fault('own_owner', 'own');
  RAISE SQLSTATE 'XX999';
EXCEPTION WHEN SQLSTATE 'XX999' THEN
  RETURN fault;
END
$$;
SELECT is(pg_temp.powerful(p.statement), 'own_owner ' || p.fault, p.statement || ': it is told')
FROM (VALUES
  ('ALTER ROLE own_owner SUPERUSER', 'is a superuser'),
  ('ALTER ROLE own_owner CREATEROLE', 'may create roles'),
  ('GRANT reeve_owner TO own_owner', 'is a member of reeve_owner'),
  ('GRANT reeve_owner TO own_group; GRANT own_group TO own_owner',
    'is a member of reeve_owner'),
  ('GRANT reeve_senior TO own_owner', 'is a member of reeve_senior'),
  ('GRANT reeve_auditor TO own_owner', 'is a member of reeve_auditor'),
  ('GRANT reeve_worker TO own_owner', 'is a member of reeve_worker'),
  ('GRANT reeve_access TO own_owner', 'is a member of reeve_access'),
  ('GRANT pg_execute_server_program TO own_owner', 'is a member of pg_execute_server_program'),
  ('GRANT own_other TO own_owner', 'is a member of own_other'))
  p(statement, fault);
GRANT reeve_app TO own_owner;
SELECT is(reeve.app_owner_fault('own_owner', 'own'), NULL, 'the group of apps is no such right');
UPDATE reeve.app SET owner_name = 'own_owner' WHERE app = 'own_other';
SELECT is(reeve.app_owner_fault('own_owner', 'own'), NULL, 'and two apps may have one owner');
SELECT is_empty($$SELECT * FROM reeve.catalog_check('{"app": "own", "schema": "own",
  "owner": "own_owner", "title": "Own", "collections":
  {"item": {"table": "item", "key": ["id"], "label": "t.id::text", "show": ["id"]}}}')$$,
  'its catalog is sound');

SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()) \gexec
SELECT throws_ok('run', 'RV002', 'the role own_owner may not create temporary tables, which Reeve '
  'needs to work as it', 'an owner that may not make temporary tables is told');
SELECT format('GRANT TEMPORARY ON DATABASE %I TO own_owner', current_database()) \gexec
SELECT lives_ok('run', 'the GRANT of the hint helps');
SELECT pg_temp.ran(2, 'and what was ordered ran');

-- Roles that somebody made before Reeve did, under its names.
CREATE ROLE reeve_writer_own LOGIN CREATEROLE BYPASSRLS PASSWORD 'known';
GRANT own_other, pg_execute_server_program TO reeve_writer_own;
CREATE ROLE reeve_reader_own LOGIN SUPERUSER;
GRANT reeve_writer_own, reeve_reader_own TO own_group WITH ADMIN OPTION;
SELECT reeve.app_roles('own');
SELECT is_empty($$SELECT rolname FROM pg_roles WHERE rolname ~ '^reeve_(writer|reader)_own$'
  AND (rolcanlogin OR rolsuper OR rolcreaterole OR rolbypassrls)$$, 'a app writer is a plain role');
SELECT set_eq($$SELECT concat_ws(' ', m.roleid::regrole, m.member::regrole) FROM pg_auth_members m
  WHERE '{reeve_writer_own,reeve_reader_own}'::regrole[]::oid[] && ARRAY[m.roleid, m.member]$$,
  ARRAY['reeve_access reeve_writer_own', 'reeve_access reeve_reader_own', 'reeve_writer_own '
    'reeve_owner',
  'reeve_reader_own reeve_owner'], 'with one right, and nobody but Reeve becomes it');
SELECT is_empty($$SELECT reeve.app_role_statements('own')$$, 'and is then left alone');
SELECT * FROM finish();
ROLLBACK;
