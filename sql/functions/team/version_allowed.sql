CREATE OR REPLACE FUNCTION reeve.version_allowed(app text, platform text, version text)
RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  oldest bigint[];
BEGIN
  PERFORM reeve.app_require(version_allowed.app);
  SELECT reeve.version_parts(n.oldest) INTO oldest FROM reeve.version_now(version_allowed.app) n
  WHERE n.platform = lower(version_allowed.platform);
  RETURN oldest IS NULL OR oldest = '{0}'
    OR coalesce(reeve.version_parts(version) >= oldest, FALSE);
END
$$;

COMMENT ON FUNCTION reeve.version_allowed(text, text, text) IS
  'An app asks whether a client may go on: whether its version is no older than the oldest that is '
  'allowed on its platform. One that does not say its version may only where every version may; '
  'platforms that the catalog does not name under versions always may. RV002: the login is not of '
  'that app.';

GRANT EXECUTE ON FUNCTION reeve.version_allowed(text, text, text) TO reeve_app;
