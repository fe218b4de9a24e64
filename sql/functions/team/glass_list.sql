CREATE OR REPLACE FUNCTION reeve.glass_list(max_rows int DEFAULT NULL)
RETURNS TABLE(
  glass bigint, login text, rank text, state text, begun_at timestamptz, until timestamptz,
  reason text, acts bigint, ended_by text, reviewed_by text, reviewed_at timestamptz, review text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT g.glass_id, g.role_name, g.rank,
      CASE WHEN coalesce(g.ended_at, g.ends_at) > clock_timestamp() THEN 'open'
        WHEN g.reviewed_at IS NULL THEN 'to review' ELSE 'reviewed' END,
      g.begun_at, coalesce(g.ended_at, g.ends_at), g.reason, (
      SELECT count(*) FROM reeve.command m
      WHERE m.at BETWEEN g.begun_at AND coalesce(g.ended_at, g.ends_at)
        AND m.detail ->> 'glass' = g.glass_id::text AND m.kind NOT LIKE 'glass.%'),
      g.ended_by, g.reviewed_by, g.reviewed_at, g.review
    FROM reeve.glass g
    ORDER BY g.glass_id DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.glass_list(int) IS
  'Ranks taken in an emergency, newest first: whose, which, whether open, to review or reviewed, '
  'why, how many commands (acts, also refused ones) were given by it, and what the reviewer found. '
  'NULL: ended_by, reviewed_by, reviewed_at, review.';

GRANT EXECUTE ON FUNCTION reeve.glass_list(int) TO reeve_viewer;
