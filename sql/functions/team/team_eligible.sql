CREATE OR REPLACE FUNCTION reeve.team_eligible(verb text, login text, rank text) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(array_agg(m.role_name ORDER BY m.role_name), '{}')
  FROM reeve.member m
  CROSS JOIN LATERAL reeve.team_barred(m.role_name, verb, login, team_eligible.rank) b
  WHERE b.code IS NULL
$$;

COMMENT ON FUNCTION reeve.team_eligible(text, text, text) IS
  'Members of the team who could make that change of the team, and so approve it.';
