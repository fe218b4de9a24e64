CREATE OR REPLACE FUNCTION reeve.search_log_is_full() RETURNS boolean
LANGUAGE sql VOLATILE
-- Every search asks it: in this form it is inlined.
RETURN pg_relation_size('reeve.search_heard') > 64 * 1024 * 1024;

COMMENT ON FUNCTION reeve.search_log_is_full() IS
  'Whether so many searches wait to be counted that no more are noted.';
