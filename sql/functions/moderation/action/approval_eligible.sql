CREATE OR REPLACE FUNCTION reeve.approval_eligible(
  c reeve.collection, k reeve.action_kind, verb text, key text, into_key text DEFAULT NULL)
RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN (
    SELECT coalesce(array_agg(m.role_name ORDER BY m.role_name), '{}')
    FROM reeve.member m
    CROSS JOIN LATERAL reeve.action_barred(m.role_name, c, k, verb, approval_eligible.key,
      approval_eligible.into_key) b
    WHERE b.code IS NULL);
END
$$;

COMMENT ON FUNCTION reeve.approval_eligible(
  reeve.collection, reeve.action_kind, text, text, text) IS
  'Members of the team who could perform that verb on that subject (into_key: the account into '
  'which it is merged), and so approve it.';
