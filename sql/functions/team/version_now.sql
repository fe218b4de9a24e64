CREATE OR REPLACE FUNCTION reeve.version_now(only_app text DEFAULT NULL)
RETURNS TABLE(
  app text, platform text, oldest text, proposed_by text, decided_by text, decided_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT a.app, p.platform, d.args ->> 'oldest', d.proposed_by, d.decided_by, d.decided_at
  FROM reeve.app a
  CROSS JOIN LATERAL jsonb_array_elements_text(a.manifest -> 'versions')
    WITH ORDINALITY p(platform, place)
  LEFT JOIN LATERAL (
    SELECT l.* FROM reeve.approval l
    WHERE l.verb = 'versions.set' AND l.state = 'executed'
      AND l.key = a.app || '/' || p.platform
    ORDER BY l.decided_at DESC, l.approval_id DESC LIMIT 1) d ON TRUE
  WHERE only_app IS NULL OR a.app = only_app
  ORDER BY a.app, p.place
$$;

COMMENT ON FUNCTION reeve.version_now(text) IS
  'The platforms that the catalogs name under versions, and the oldest version allowed on each: '
  'that of the proposal approved last, who made it and who approved it. NULL: oldest, '
  'proposed_by, decided_by, decided_at, if nothing was ever decided.';
