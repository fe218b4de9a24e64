CREATE OR REPLACE FUNCTION reeve.app_generate(app text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  manifest CONSTANT jsonb := (
    SELECT a.manifest FROM reeve.app a WHERE a.app = app_generate.app);
BEGIN
  PERFORM reeve.catalog_capture(app_generate.app, only_functions => TRUE);
  PERFORM reeve.catalog_capture_related(app_generate.app, only_functions => TRUE);
  PERFORM reeve.catalog_guard(manifest, only_functions => TRUE);
  PERFORM reeve.catalog_public(manifest, only_functions => TRUE);
END
$$;

COMMENT ON FUNCTION reeve.app_generate(text) IS
  'Creates anew the functions that an app''s catalog generates, and locks no table of the app. '
  'Runs as the installer.';
