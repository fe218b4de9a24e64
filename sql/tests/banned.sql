-- Included by an app's test: every function by which the app writes refuses a banned person, and
-- none refuses somebody else for that reason. Which those are is read from the catalog of
-- functions: whatever the app's servers may call and is not declared to read only. Variables:
-- `app` (also its schema), `code` (its SQLSTATE for who is blocked), `at` (the moment). A
-- parameter gets the id that the test keeps under its name, one of the words that it lists, or a
-- value of its type; the person banned is :who. The functions in `spared` are left out: the test
-- says why. So are those of search, which ask on nobody's behalf.
CREATE FUNCTION pg_temp.call(routine oid, moment timestamptz) RETURNS text LANGUAGE sql AS $$
  SELECT format('SELECT %s(%s)', p.oid::regproc, string_agg(format('%L::%s', CASE
      WHEN w.value IS NOT NULL THEN w.value
      WHEN k.id IS NOT NULL THEN k.id::text
      WHEN a.name = 'at' THEN moment::text
      WHEN a.type = 'text'::regtype THEN 'words'
      WHEN a.type = 'boolean'::regtype THEN 'TRUE'
      WHEN a.type = 'interval'::regtype THEN '1 hour'
      WHEN a.type = 'time'::regtype THEN '10:00'
      WHEN a.type = 'timestamptz'::regtype THEN (moment + interval '2 days')::text
      WHEN a.type::regtype::text LIKE '%[]' THEN '{}'
      ELSE '1' END, a.type::regtype), ', ' ORDER BY a.place))
  FROM pg_proc p
  CROSS JOIN LATERAL unnest(p.proargnames, p.proargtypes::oid[])
    WITH ORDINALITY a(name, type, place)
  LEFT JOIN pg_temp.kept k ON k.name = a.name
  LEFT JOIN pg_temp.word w ON w.name = a.name
  WHERE p.oid = routine AND a.type IS NOT NULL
  GROUP BY p.oid
$$;

CREATE FUNCTION pg_temp.code(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE statement;
  RAISE EXCEPTION 'done' USING ERRCODE = 'ZZZZZ';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;

CREATE TEMPORARY TABLE writer AS
SELECT p.proname AS name, pg_temp.call(p.oid, :'at') AS call,
  pg_temp.call(p.oid, 'infinity') AS late FROM pg_proc p
WHERE p.pronamespace = to_regnamespace(:'app') AND p.provolatile = 'v'
  AND p.prorettype <> 'trigger'::regtype AND p.proname !~ '^(complete|find|opened)_'
  AND p.proname NOT IN (SELECT s.name FROM spared s)
  AND has_function_privilege(:'app' || '_test_login', p.oid, 'EXECUTE');

GRANT SELECT ON writer TO PUBLIC;

SELECT format('UPDATE %I.users SET blocked_until = $1 WHERE id = $2', :'app') AS ban \gset

SELECT cmp_ok((SELECT count(*) FROM writer), '>=', 9::bigint, 'the app writes by many functions');

:as_app;

SELECT isnt(pg_temp.code(w.call), :'code', w.name || ' does not refuse who is not banned')
FROM writer w ORDER BY w.name;

RESET SESSION AUTHORIZATION;

PREPARE ban AS :ban;

EXECUTE ban ('infinity', :who);

:as_app;

SELECT is(pg_temp.code(w.call), :'code', w.name || ' refuses who is banned')
FROM writer w ORDER BY w.name;

SELECT is(pg_temp.code(w.late), :'code',
  w.name || ' refuses who is banned also with a clock that is ahead')
FROM writer w ORDER BY w.name;

RESET SESSION AUTHORIZATION;
