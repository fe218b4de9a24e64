CREATE OR REPLACE FUNCTION reeve.batch_plan(verb text, selection text, args jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN reeve.batch_estimate(verb, reeve.selection_of(selection), args, login);
END
$$;

COMMENT ON FUNCTION reeve.batch_plan(text, text, jsonb) IS
  'Returns the plan of a verb for a selection, as sums; writes nothing. args: as in action_terms. '
  'Needs viewer.';

GRANT EXECUTE ON FUNCTION reeve.batch_plan(text, text, jsonb) TO reeve_viewer;
