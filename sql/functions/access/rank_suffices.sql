CREATE OR REPLACE FUNCTION reeve.rank_suffices(rank text, needed text) RETURNS boolean
LANGUAGE sql IMMUTABLE
-- Each argument once: only so is the function inlined.
RETURN (needed = ANY (CASE rank
  WHEN 'viewer' THEN '{viewer}'::text[]
  WHEN 'auditor' THEN '{viewer,auditor}'
  WHEN 'moderator' THEN '{viewer,moderator}'
  WHEN 'senior' THEN '{viewer,auditor,moderator,senior}'
END)) IS TRUE;

COMMENT ON FUNCTION reeve.rank_suffices(text, text) IS
  'Whether a rank includes another: viewer < moderator < senior, and viewer < auditor < senior.';
