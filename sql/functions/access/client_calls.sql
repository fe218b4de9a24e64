-- session_user says whose session it is, but not whether a person acts in it or code that runs
-- under their name: PostgreSQL runs deferred triggers, holdable cursors and rechecks of constraints
-- as the session's user at COMMIT, and the functions of a policy or a cast as the user who reads
-- the table. Three facts settle it, none of them in words that a locale translates:
--
-- 1. The client's own statement, which current_query() returns and no SQL can change, is one call
--    of a function of Reeve and nothing else: its arguments are parameters and constants, its
--    results plain columns. No table, operator, cast or function of anybody else is named, so
--    that only Reeve's functions can run, and what they let run.
-- 2. No trigger runs. What was queued before by other statements would run in one.
-- 3. The call stack does not go through a cell, a read or a statement on an app's tables, the only
--    places where Reeve lets code of an app run. Code can add to the stack, and take nothing away.
--
-- A parallel worker has only its own part of the stack, but current_query() is there the statement
-- that the worker helps with; none that is one call of Reeve lets code of an app run in a worker.
-- All this works behind a pooler, and needs no secret that code in the session could read.
CREATE OR REPLACE FUNCTION reeve.client_calls() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN pg_trigger_depth() = 0 AND NOT reeve.app_code_calls()
    AND reeve.is_one_call(current_query());
END
$$;

COMMENT ON FUNCTION reeve.client_calls() IS
  'Whether the client''s own statement is nothing but the call of a function of Reeve, and no '
  'trigger and no code of an app runs.';
