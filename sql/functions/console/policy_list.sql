CREATE OR REPLACE FUNCTION reeve.policy_list()
RETURNS TABLE(
  app text, name text, title text, clause text, severity text, strike_weight int, duration interval)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT p.app, p.name, p.title, p.clause, p.severity, p.strike_weight, p.duration
  FROM reeve.policy p WHERE p.is_live AND reeve.member_holds('viewer') ORDER BY 1, 2
$$;

COMMENT ON FUNCTION reeve.policy_list() IS 'The clauses that an action can cite. '
  'NULL: duration.';

GRANT EXECUTE ON FUNCTION reeve.policy_list() TO reeve_viewer;
