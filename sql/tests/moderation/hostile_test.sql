-- What a hostile app, or a hostile admin, tries against the database.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(15);

-- The app's owner puts a trigger on the table that the app writer will update.
CREATE TABLE "Odd Shop".loot(line text);
GRANT INSERT ON "Odd Shop".loot TO PUBLIC;
CREATE FUNCTION "Odd Shop".attack() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  attempt text;
BEGIN
  INSERT INTO "Odd Shop".loot VALUES ('as ' || current_user);
  FOREACH attempt IN ARRAY ARRAY[
    'UPDATE reeve.chain SET actor = ''nobody''',
    'DELETE FROM reeve.effect',
    'SELECT count(*) FROM reeve.member',
    'UPDATE reeve.chain_head SET seq = 0',
    'SELECT reeve.action_perform(''ban'', ''shop'', ''person'', ''2'', ''{}'', NULL)',
    'SELECT reeve.undo_perform(1, NULL, NULL)',
    'CREATE FUNCTION reeve.evil() RETURNS int LANGUAGE sql AS ''SELECT 1''',
    'CREATE VIEW reeve.evil AS SELECT 1',
    'SET ROLE reeve_owner']
  LOOP
    BEGIN
      EXECUTE attempt;
      INSERT INTO "Odd Shop".loot VALUES ('done: ' || attempt);
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
  RETURN NEW;
END
$$;
GRANT EXECUTE ON FUNCTION "Odd Shop".attack() TO PUBLIC;
CREATE TRIGGER attack BEFORE UPDATE ON "Odd Shop"."Person"
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".attack();

SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)), 'done',
    'a ban on a table with a hostile trigger is done');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(DISTINCT line, '; ') FROM "Odd Shop".loot), 'as reeve_writer_shop',
  'the trigger ran as the app writer and nothing it tried went through');

-- The app writer owns nothing but its cells.
CREATE OR REPLACE FUNCTION "Odd Shop".attack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ALTER FUNCTION reeve.cell_work() SECURITY DEFINER;
  RETURN NEW;
END
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT outcome, code FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL)$$, $$VALUES ('refused', 'app')$$,
  'a trigger that alters the function that runs it may not, and the ban is undone');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT code FROM reeve.command ORDER BY command_id DESC LIMIT 1), 'app',
  'and it is on the record');
DROP TRIGGER attack ON "Odd Shop"."Person";

-- A trigger that swallows the change.
CREATE OR REPLACE FUNCTION "Odd Shop".attack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END
$$;
CREATE TRIGGER attack BEFORE UPDATE ON "Odd Shop".item
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".attack();
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT code, message ~ 'trigger attack'
  FROM reeve.action_perform('hide', 'shop', 'item', '["c", 1]', '{"policy": "spam"}', NULL)$$,
  $$VALUES ('app', TRUE)$$,
  'what does not read back as it was written is refused, and the trigger named');
RESET SESSION AUTHORIZATION;

-- A viewer shadows tables, functions and operators with temporary ones.
GRANT TEMPORARY ON DATABASE :"DBNAME" TO PUBLIC;
SET SESSION AUTHORIZATION shop_vic;
CREATE TEMP TABLE member(role_name text, rank text);
INSERT INTO member VALUES ('shop_vic', 'senior');
CREATE FUNCTION pg_temp.member_rank() RETURNS text LANGUAGE sql AS $$SELECT 'senior'$$;
CREATE FUNCTION pg_temp.pg_has_role(name, text, text) RETURNS boolean LANGUAGE sql
  AS $$SELECT TRUE$$;
SET search_path = pg_temp, reeve, public;
SELECT public.is(reeve.member_rank(), 'viewer', 'temporary objects do not raise a rank');
SELECT public.is((SELECT code FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL)), 'rank', 'nor let a viewer ban');
RESET search_path;
SELECT throws_ok('SELECT reeve.app_write(NULL, ''{blocked_until}'', ''{2}'', ''{"{}"}'')', '42501',
  NULL,
  'an admin cannot call the app writer');
SELECT throws_ok('SELECT reeve.command_record(''ban'', ''shop_ann'')', '42501', NULL,
  'an admin cannot write the record');
SELECT throws_ok('SELECT reeve.catalog_apply(''{}'')', '42501', NULL,
  'an admin cannot apply a catalog');
SELECT throws_ok('SELECT reeve.job_advance(1, 1, 1)', '42501', NULL,
  'an admin cannot run a worker''s function');
RESET SESSION AUTHORIZATION;

SELECT is_empty($$
  SELECT p.oid::regprocedure FROM pg_proc p
  WHERE p.pronamespace = 'reeve'::regnamespace AND p.prosecdef
    AND (NOT coalesce(p.proconfig, '{}') @> ARRAY['search_path=pg_catalog, reeve, pg_temp']
      OR p.proowner NOT IN ('reeve_owner'::regrole, 'reeve_access'::regrole)
      OR p.proargtypes::oid[] && ARRAY['regclass'::regtype::oid, 'oid'::regtype::oid])$$,
  'every definer function has the safe search path, one of the two owners, and takes no relation');
SELECT is_empty($$
  SELECT p.oid::regprocedure FROM pg_proc p
  WHERE p.pronamespace = 'reeve'::regnamespace
    AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      WHERE a.grantee = 0)$$,
  'PUBLIC may execute no function of Reeve');
SELECT is_empty($$
  SELECT c.oid::regclass FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a
  WHERE c.relnamespace IN ('reeve'::regnamespace, 'reeve_index'::regnamespace)
    AND a.grantee = 'reeve_access'::regrole$$,
  'the app writer has no right on any table of Reeve');
SELECT is_empty($$
  SELECT n.nspname FROM pg_namespace n
  WHERE n.nspname LIKE 'reeve%' AND has_schema_privilege('reeve_access', n.oid, 'CREATE')$$,
  'the app writer may create nothing in Reeve''s schemas');
SELECT * FROM finish();
ROLLBACK;
