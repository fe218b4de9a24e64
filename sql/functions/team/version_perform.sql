CREATE OR REPLACE FUNCTION reeve.version_perform(app text, platform text, oldest text, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  apps text[];
BEGIN
  SELECT array_agg(n.app) INTO apps FROM reeve.version_now(version_perform.app) n
  WHERE n.platform = version_perform.platform;
  IF cardinality(apps) > 1 THEN
    RAISE EXCEPTION 'several apps have a platform %: %', version_perform.platform,
      array_to_string(apps, ', ') USING ERRCODE = 'RV003', HINT = 'Say which by --app.';
  END IF;
  RETURN reeve.office_propose('versions.set',
    coalesce(apps[1], version_perform.app, '') || '/' || coalesce(platform, ''),
    jsonb_build_object('oldest', oldest), why,
    'versions: two people decide whom an app shuts out');
END
$$;

COMMENT ON FUNCTION reeve.version_perform(text, text, text, text) IS
  'Proposes, for seniors, which version of an app is the oldest allowed on a platform (0: every '
  'version); approval_perform carries it out. app: NULL = the one that has the platform; RV003 if '
  'several have. A refusal is returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.version_perform(text, text, text, text) TO reeve_viewer;
