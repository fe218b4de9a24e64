-- session_user says whose session it is, but not whether a person acts in it or code that runs
-- under their name: PostgreSQL runs deferred triggers, holdable cursors and rechecks of constraints
-- as the session's user at COMMIT, and the functions of a policy or a cast as the user who reads
-- the table. The client's own statement settles it: current_query() returns its text, which no SQL
-- can change, and it names the function through which the client entered Reeve, which is on the
-- call stack. This works behind a pooler, and needs no secret that code in the session could read.
CREATE OR REPLACE FUNCTION reeve.client_calls() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  stack text;
  said text := current_query();
  called text;
  entries text[];
BEGIN
  IF pg_trigger_depth() > 0 OR said !~ E'\\mreeve' THEN
    RETURN FALSE;
  ELSIF said ~ E'/\\*|--' THEN
    said := regexp_replace(said, E'/\\*.*?\\*/|--[^\\n]*', ' ', 'g');
  END IF;
  -- Temporary functions and prepared statements of the session that call Reeve, as tests make them.
  IF said ~ E'\\mpg_temp\\.reeve_\\w+\\(|\\mEXECUTE reeve_\\w+' THEN
    RETURN TRUE;
  END IF;
  GET DIAGNOSTICS stack = PG_CONTEXT;
  -- With quote_all_identifiers on, the server has put plain names in quotes.
  IF stack ~ '(?n)^PL/pgSQL function "' THEN
    stack := regexp_replace(regexp_replace(stack,
      '^(PL/pgSQL function )"([a-z_][a-z_0-9]*)"(?=[.(])', E'\\1\\2', 'gn'),
      E'^(PL/pgSQL function [a-z_][a-z_0-9]*\\.)"([a-z_][a-z_0-9]*)"(?=\\()', E'\\1\\2', 'gn');
  END IF;
  -- A name in quotes could hold a line break and imitate a line of the stack.
  IF stack ~ '(?n)^PL/pgSQL function [^( ]*"' OR reeve.app_code_stands(stack) THEN
    RETURN FALSE;
  END IF;
  -- Functions of Reeve appear there without their schema, which is on their search_path. The client
  -- usually makes one call, whose function is there.
  called := substring(said, E'\\mreeve"?\\."?(\\w+)"?\\s*\\(');
  IF called NOT IN ('client_calls', 'member_rank')
    AND strpos(E'\n' || stack, E'\nPL/pgSQL function ' || called || '(') > 0
    AND EXISTS (
      SELECT FROM pg_proc p
      WHERE p.proname = called AND p.pronamespace = 'reeve'::regnamespace
        AND has_function_privilege(session_user, p.oid, 'EXECUTE'))
  THEN
    RETURN TRUE;
  END IF;
  entries := ARRAY(
    SELECT f.m[1] FROM regexp_matches(stack, E'^PL/pgSQL function (\\w+)\\(', 'gn') f(m)
    WHERE f.m[1] NOT IN ('client_calls', 'member_rank') AND EXISTS (
      SELECT FROM pg_proc p
      WHERE p.proname = f.m[1] AND p.pronamespace = 'reeve'::regnamespace
        AND has_function_privilege(session_user, p.oid, 'EXECUTE')));
  RETURN said ~ format(E'\\mreeve"?\\."?(%s)"?\\s*\\(',
    coalesce(nullif(array_to_string(entries, '|'), ''), E'\\w+'));
END
$$;

COMMENT ON FUNCTION reeve.client_calls() IS
  'Whether the client''s own statement calls the function through which Reeve is entered, and no '
  'trigger does.';
