-- Everything that Reeve makes explains itself.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(4);

SELECT is_empty($$
  SELECT n.nspname FROM pg_namespace n
  WHERE n.nspname IN ('reeve', 'reeve_index', 'reeve_stage', 'reeve_cell')
    AND obj_description(n.oid, 'pg_namespace') IS NULL$$,
  'every schema has a comment');
SELECT is_empty($$
  SELECT c.oid::regclass FROM pg_class c
  WHERE c.relnamespace = 'reeve'::regnamespace
    AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
    AND obj_description(c.oid, 'pg_class') IS NULL$$,
  'every table and view has a comment');
SELECT is_empty($$
  SELECT p.oid::regprocedure FROM pg_proc p
  WHERE p.pronamespace = 'reeve'::regnamespace AND obj_description(p.oid, 'pg_proc') IS NULL$$,
  'every function has a comment');
SELECT is_empty($$
  SELECT p.oid::regprocedure FROM pg_proc p
  WHERE p.pronamespace = 'reeve'::regnamespace
    AND p.proowner NOT IN ('reeve_owner'::regrole, 'reeve_access'::regrole)$$,
  'every function belongs to one of the two owners');
SELECT * FROM finish();
ROLLBACK;
