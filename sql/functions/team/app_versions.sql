CREATE OR REPLACE FUNCTION reeve.app_versions(app text)
RETURNS TABLE(platform text, oldest text, since timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.app_require(app_versions.app);
  RETURN QUERY
    SELECT n.platform, n.oldest, n.decided_at FROM reeve.version_now(app_versions.app) n;
END
$$;

COMMENT ON FUNCTION reeve.app_versions(text) IS
  'An app asks which version of its own is the oldest allowed on each platform, and since when, '
  'or NULL where every version is. RV002: the login is not of that app. NULL: oldest, since.';

GRANT EXECUTE ON FUNCTION reeve.app_versions(text) TO reeve_app;
