CREATE OR REPLACE FUNCTION reeve.office_eligible(verb text, key text, args jsonb) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(array_agg(m.role_name ORDER BY m.role_name), '{}')
  FROM reeve.member m
  CROSS JOIN LATERAL reeve.office_barred(m.role_name, verb, key, args) b
  WHERE b.code IS NULL
$$;

COMMENT ON FUNCTION reeve.office_eligible(text, text, jsonb) IS
  'Members of the team who could make that change of the office, and so approve it.';
