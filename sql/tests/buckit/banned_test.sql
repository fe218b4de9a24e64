-- Every function by which the app writes refuses a banned person. Which those are is read from the
-- catalog of functions: whatever the app's servers may call and is not declared to read only.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{actor,other}'::text[]) p;

SELECT pg_temp.activity('activity', 'actor');

SELECT pg_temp.bucket('bucket', 'actor');

:as_app;

SELECT buckit.item_add(pg_temp.kept('actor'), pg_temp.kept('bucket'), pg_temp.kept('activity'),
  now());

SELECT pg_temp.keep('comment', buckit.comment_write(pg_temp.kept('actor'), pg_temp.kept('activity'),
  'word', now()));

SELECT pg_temp.keep('itinerary', buckit.itinerary_make(pg_temp.kept('actor'), 'tour', '{}', now()));

RESET SESSION AUTHORIZATION;

-- A call of a function by which the actor does something to what is theirs.
CREATE FUNCTION pg_temp.call(routine oid) RETURNS text LANGUAGE sql AS $$
  SELECT format('SELECT %s(%s)', p.oid::regproc, string_agg(format('%L::%s', CASE
      WHEN k.id IS NOT NULL THEN k.id::text
      WHEN a.name = 'at' THEN now()::text
      WHEN a.name = 'provider' THEN 'google'
      WHEN a.name = 'provider_id' THEN 'test actor'
      WHEN a.name = 'who' THEN pg_temp.kept('actor')::text
      WHEN a.name = 'device_kind' THEN 'phone'
      WHEN a.name = 'address' THEN '192.0.2.7'
      WHEN a.name = 'country' THEN 'IT'
      WHEN a.name = 'happens_at' THEN (now() + interval '2 days')::text
      WHEN a.type = 'text'::regtype THEN 'words'
      WHEN a.type = 'boolean'::regtype THEN 'TRUE'
      WHEN a.type::regtype::text LIKE '%[]' THEN '{}'
      ELSE '1' END, a.type::regtype), ', ' ORDER BY a.place))
  FROM pg_proc p
  CROSS JOIN LATERAL unnest(p.proargnames, p.proargtypes::oid[]) WITH ORDINALITY a(name, type,
    place)
  LEFT JOIN pg_temp.kept k ON k.name = a.name
  WHERE p.oid = routine AND a.type IS NOT NULL
  GROUP BY p.oid
$$;

CREATE TEMPORARY TABLE writer AS
SELECT p.oid, p.proname AS name, pg_temp.call(p.oid) AS call FROM pg_proc p
WHERE p.pronamespace = 'buckit'::regnamespace AND p.provolatile = 'v'
  -- Searches ask on nobody's behalf.
  AND p.proname !~ '^(complete|find|opened)_'
  AND p.prorettype <> 'trigger'::regtype AND has_function_privilege('buckit_app', p.oid, 'EXECUTE');

GRANT SELECT ON writer TO PUBLIC;

SELECT cmp_ok((SELECT count(*) FROM writer), '>=', 24::bigint, 'the app writes by many functions');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT detail ->> 'action_id' AS banned
FROM reeve.action_perform('ban', 'buckit', 'user', pg_temp.kept('actor')::text, :'why', NULL) \gset

RESET SESSION AUTHORIZATION;

:as_app;

SELECT pg_temp.refused(w.call, 'BK002', w.name || ' refuses who is banned')
FROM writer w ORDER BY w.name;

-- Nobody is refused for another reason: the same calls do not say so once the ban is undone.
RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is((SELECT outcome FROM reeve.undo_perform(:banned, 'a mistake', NULL)), 'done',
  'the ban is undone');

RESET SESSION AUTHORIZATION;

:as_app;

CREATE FUNCTION pg_temp.code(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE statement;
  RAISE EXCEPTION 'done' USING ERRCODE = 'ZZZZZ';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;

SELECT isnt(pg_temp.code(w.call), 'BK002', w.name || ' does not refuse who is not')
FROM writer w ORDER BY w.name;

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
