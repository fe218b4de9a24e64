CREATE OR REPLACE FUNCTION reeve.member_holds(needed text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE needed
    WHEN 'viewer' THEN reeve.member_rank() IS NOT NULL
    WHEN 'auditor' THEN reeve.member_rank() IN ('auditor', 'senior')
    WHEN 'moderator' THEN reeve.member_rank() IN ('moderator', 'senior')
    WHEN 'senior' THEN reeve.member_rank() = 'senior'
  END IS TRUE
$$;

COMMENT ON FUNCTION reeve.member_holds(text) IS
  'Whether the login''s rank suffices: viewer < moderator < senior; auditor reads beside them.';
