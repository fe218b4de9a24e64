CREATE OR REPLACE FUNCTION reeve.version_list(
  only_app text DEFAULT NULL, only_platform text DEFAULT NULL, as_if text DEFAULT NULL)
RETURNS TABLE(
  app text, platform text, oldest text, devices bigint, older bigint, proposed_by text,
  decided_by text, decided_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT n.app, n.platform, n.oldest, u.devices, u.older, n.proposed_by,
      n.decided_by, n.decided_at
    FROM reeve.version_now(only_app) n
    CROSS JOIN LATERAL reeve.version_use(n.app, n.platform, coalesce(as_if, n.oldest, '0')) u
    WHERE only_platform IS NULL OR n.platform = only_platform;
END
$$;

COMMENT ON FUNCTION reeve.version_list(text, text, text) IS
  'The oldest versions allowed of apps, by platform; how many devices there are, and how many have '
  'an older version, or than as_if; who proposed and approved it. Nothing '
  'was ever decided where oldest is NULL, and the catalog declares no devices where devices is. '
  'NULL: oldest, devices, older, proposed_by, decided_by, decided_at.';

GRANT EXECUTE ON FUNCTION reeve.version_list(text, text, text) TO reeve_viewer;
