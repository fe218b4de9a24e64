-- Included by an app's walk: every function that the app's login may call, by the shipped grants
-- alone, is called as that login and gives what is wanted; another app's login may call none. The
-- walk is the table `walk`, in order of `place`: a call in the app's schema, a regular expression
-- for its rows as texts, and the name under which to keep the first number of the first row.
-- Variables: `app`, and `other`, an app whose login is refused. With `hostile`, each call is tried
-- with bad values before its turn: see contract.sql.
GRANT ALL ON walk TO PUBLIC;

CREATE FUNCTION pg_temp.answer(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  answer text;
BEGIN
  EXECUTE format('SELECT string_agg(r::text, chr(10)) FROM %s r', call) INTO answer;
  RETURN coalesce(answer, 'no row');
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END
$$;

CREATE FUNCTION pg_temp.step(w walk) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  answer text := pg_temp.answer(w.call);
BEGIN
  IF w.kept IS NOT NULL THEN
    PERFORM pg_temp.keep(w.kept, substring(answer FROM '\d+')::bigint);
  END IF;
  RETURN matches(answer, w.wanted, w.call);
END
$$;

CREATE TEMPORARY TABLE granted AS
SELECT p.oid, p.proname::text AS name FROM pg_proc p
WHERE p.pronamespace = to_regnamespace(:'app') AND p.prorettype <> 'trigger'::regtype
  AND has_function_privilege(:'app' || '_test_login', p.oid, 'EXECUTE');

SELECT set_eq(format('SELECT DISTINCT substring(w.call FROM %L) FROM walk w',
    '^' || :'app' || '\.(\w+)\('), 'SELECT g.name FROM granted g',
  'the walk calls each function that the login of ' || :'app' || ' may call, and no other');

:as_app;

SELECT is((session_user, current_user)::text,
  format('(%1$s_test_login,%1$s_test_login)', :'app'), 'the walk is by a login of the app');

\if :{?hostile}
\ir contract.sql

SELECT concat_ws(E'\n', pg_temp.refuses(w.call), pg_temp.step(w)) FROM walk w ORDER BY w.place;
\else
SELECT pg_temp.step(w) FROM walk w ORDER BY w.place;
\endif

RESET SESSION AUTHORIZATION;

SELECT format('CREATE ROLE %I LOGIN IN ROLE %I', :'other' || '_stranger', :'other' || '_app')
\gexec

SELECT is_empty(format('SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = %L::regnamespace AND has_function_privilege(%L, p.oid, %L)',
    :'app', :'other' || '_stranger', 'EXECUTE'),
  'nothing of ' || :'app' || ' may be called by a login of ' || :'other');

SELECT format('SET SESSION AUTHORIZATION %I', :'other' || '_stranger') AS as_stranger \gset

:as_stranger;

SELECT matches(pg_temp.answer(w.call), '^42501 ',
  'refused to a login of ' || :'other' || ': ' || w.call)
FROM walk w ORDER BY w.place;

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
