CREATE OR REPLACE FUNCTION reeve.rank_suffices(rank text, needed text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN CASE needed
  WHEN 'viewer' THEN rank IS NOT NULL
  WHEN 'auditor' THEN rank IN ('auditor', 'senior')
  WHEN 'moderator' THEN rank IN ('moderator', 'senior')
  WHEN 'senior' THEN rank = 'senior'
END IS TRUE;

COMMENT ON FUNCTION reeve.rank_suffices(text, text) IS
  'Whether a rank is as good as another: viewer < moderator < senior; auditor reads beside them.';
