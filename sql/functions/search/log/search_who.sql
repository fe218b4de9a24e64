CREATE OR REPLACE FUNCTION reeve.search_who(visitor text) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
RETURN hashtextextended(format('%s %s', session_user, coalesce('v' || visitor,
  pg_backend_pid()::text)), 0);

COMMENT ON FUNCTION reeve.search_who(text) IS
  'A hash of who searches: the visitor that the app names, else the session of its login.';
