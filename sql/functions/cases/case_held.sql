CREATE OR REPLACE FUNCTION reeve.case_held(app text)
RETURNS TABLE(case_id bigint, seconds int)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT k.case_id, extract(epoch FROM k.claimed_until - statement_timestamp())::int
  FROM reeve.case k JOIN reeve.collection c USING (collection_id)
  WHERE k.claimed_by = session_user AND k.claimed_until > statement_timestamp()
    AND k.closed_at IS NULL AND (case_held.app IS NULL OR c.app = case_held.app)
  ORDER BY k.claimed_until, k.case_id
$$;

COMMENT ON FUNCTION reeve.case_held(text) IS
  'Cases that the login has claimed, of an app (NULL = any), with the seconds left of each '
  'lease; the first to end first.';
