-- Every function by which the app writes refuses a banned person. Which those are is read from the
-- catalog of functions: whatever the app's servers may call for somebody and may write.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person('who');

SELECT pg_temp.spot('place', 'who');

CREATE TEMPORARY TABLE writer AS
SELECT p.proname AS name, (
  SELECT format('SELECT %s(%s)', p.oid::regproc, string_agg(format('%L::%s', CASE
      WHEN k.id IS NOT NULL THEN k.id::text
      WHEN a.name = 'at' THEN now()::text
      WHEN a.name = 'uid' THEN 'test who'
      WHEN a.name = 'photos' THEN '{a.jpg}'
      WHEN a.name = 'sizes' THEN '{1}'
      WHEN a.type = 'text'::regtype THEN 'words'
      ELSE '1' END, a.type::regtype), ', ' ORDER BY a.place))
  FROM unnest(p.proargnames, p.proargtypes::oid[]) WITH ORDINALITY a(name, type, place)
  LEFT JOIN pg_temp.kept k ON k.name = a.name
  WHERE a.type IS NOT NULL) AS call
FROM pg_proc p
WHERE p.pronamespace = 'findspot'::regnamespace AND p.provolatile = 'v'
  AND p.prorettype <> 'trigger'::regtype
  AND has_function_privilege('findspot_app', p.oid, 'EXECUTE')
  -- What the app's server does for nobody.
  AND p.proname <> 'removal_take';

GRANT SELECT ON writer TO PUBLIC;

SELECT cmp_ok((SELECT count(*) FROM writer), '>=', 9::bigint, 'the app writes by many functions');

CREATE FUNCTION pg_temp.code(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE statement;
  RAISE EXCEPTION 'done' USING ERRCODE = 'ZZZZZ';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;

SET LOCAL ROLE findspot_app;

SELECT is(pg_temp.code(w.call), 'ZZZZZ', w.name || ' does what it is asked for')
FROM writer w WHERE w.name <> 'photo_remove' ORDER BY w.name;

RESET ROLE;

SET SESSION AUTHORIZATION findspot_test_admin;

SELECT is(pg_temp.reeve_act('ban', 'user', pg_temp.kept('who')::text, :'why'), 'done',
  'a user is banned');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE findspot_app;

SELECT is(pg_temp.code(w.call), 'FS002', w.name || ' refuses who is banned')
FROM writer w ORDER BY w.name;

RESET ROLE;

SELECT * FROM finish();

ROLLBACK;
