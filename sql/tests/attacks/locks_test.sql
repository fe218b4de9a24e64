-- No function that a login may call waits for a lock without a limit, none takes a lock that any
-- login could take, and none locks a row for whom it refuses.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(7);

SELECT is_empty($$
  SELECT DISTINCT p.oid::regprocedure
  FROM pg_proc p
  CROSS JOIN LATERAL aclexplode(p.proacl) a
  JOIN pg_roles g ON g.oid = a.grantee
  WHERE p.pronamespace = 'reeve'::regnamespace AND p.prosecdef AND p.provolatile = 'v'
    AND p.prorettype <> 'trigger'::regtype AND g.rolname IN ('reeve_viewer', 'reeve_moderator',
      'reeve_senior', 'reeve_auditor', 'reeve_app', 'reeve_worker', 'reeve_migrator')
    AND NOT EXISTS (
      SELECT FROM unnest(p.proconfig) c WHERE c ~ '^lock_timeout=[1-9]')
$$, 'every granted writer has a lock_timeout');
SELECT is_empty($$
  SELECT p.oid::regprocedure
  FROM pg_proc p
  WHERE p.pronamespace = 'reeve'::regnamespace AND p.prosrc ~ 'pg_(try_)?advisory'
    -- Waiting workers tell who enqueues to notify; whoever takes this only makes them poll. Those
    -- of the cells and the app reader release what code of an app has taken.
    AND p.proname NOT IN ('job_doze', 'job_notify', 'cell_clean', 'reader_clean', 'role_clean')
$$, 'no function takes an advisory lock');
SELECT is_empty($$
  SELECT p.oid::regprocedure
  FROM pg_proc p
  WHERE p.pronamespace = 'reeve'::regnamespace AND p.proname IN ('job_doze', 'job_notify')
    AND p.prosrc ~ 'pg_advisory_(xact_)?lock'
$$, 'and those that do never wait for it');
SELECT is_empty($$
  SELECT g.rolname, t.name
  FROM (VALUES ('reeve.turn'), ('reeve.member'), ('reeve.approval'), ('reeve.subject'),
    ('reeve.action'), ('reeve.case')) t(name)
  CROSS JOIN pg_roles g
  WHERE g.rolname IN ('reeve_viewer', 'reeve_moderator', 'reeve_senior', 'reeve_auditor',
      'reeve_app', 'reeve_worker', 'reeve_migrator')
    AND has_table_privilege(g.oid, t.name, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
$$, 'no login can lock the rows or tables that writers lock');

-- Turns.
SELECT lives_ok($$SELECT reeve.turn_take('quota somebody')$$, 'a turn''s row is made when needed');
SELECT ok(reeve.turn_try('case intake'), 'a turn that nobody has is had at once');
SELECT ok(NOT reeve.turn_try('no such turn'), 'one without a row never is');
SELECT * FROM finish();
ROLLBACK;
